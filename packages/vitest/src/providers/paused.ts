import type { BrowserProvider } from 'vitest/node'
import { within } from '../within.ts'

interface DebuggerSession {
  send: (method: string) => Promise<unknown>
  on: (event: string, listener: () => void) => void
  detach?: () => Promise<void>
}

const answerTimeout = 1000

/** A debugger that attaches to a paused page is told so at once; a page that spins says nothing. */
export async function isPausedAtBreakpoint(
  provider: BrowserProvider,
  sessionId: string,
): Promise<boolean> {
  if (!provider.getCDPSession) return false
  const attaching = provider.getCDPSession(sessionId) as unknown as Promise<DebuggerSession>
  try {
    const cdp = await within(attaching, answerTimeout)
    const paused = Promise.withResolvers<boolean>()
    cdp.on('Debugger.paused', () => {
      paused.resolve(true)
    })
    cdp.send('Debugger.enable').catch(() => undefined)
    return await within(paused.promise, answerTimeout)
  } catch {
    return false
  } finally {
    attaching.then((cdp) => cdp.detach?.()).catch(() => undefined)
  }
}
