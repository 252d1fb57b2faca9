import { readAnswer, type StateAnswer } from './answer.ts'
import { statePath } from './paths.ts'

/** What a server that is busy may need on top of the wait it was asked for. */
const patience = 5000

/**
 * Asks what became of a session. The server answers as soon as the session has ended, or after
 * `wait` milliseconds; `undefined` means that no Vitest answered.
 */
export async function askState(sessionId: string, wait: number): Promise<StateAnswer | undefined> {
  const query = new URLSearchParams({ sessionId })
  if (wait > 0) query.set('wait', String(Math.ceil(wait)))
  try {
    const response = await fetch(`${statePath}?${query.toString()}`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(wait + patience),
    })
    return response.ok ? readAnswer(await response.json()) : undefined
  } catch {
    return undefined
  }
}
