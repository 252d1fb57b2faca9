import { orchestratorPath, rerunPath } from './paths.ts'

export type RerunOutcome =
  /** The new session's page is there for this tab. */
  | { readonly kind: 'opened'; readonly url: string }
  /** Another tab was faster, or the new session has ended by now. */
  | { readonly kind: 'elsewhere'; readonly sessionId: string }
  /** The new session takes its time; ask again. */
  | { readonly kind: 'opening'; readonly retryAfter: number }
  /** This browser did not hold the session, or the server has forgotten it. */
  | { readonly kind: 'refused' }
  /** No status: nobody answered. */
  | { readonly kind: 'failed'; readonly status: number | undefined }

/** Longer than the server holds a rerun back before it says 429. */
const deadline = 120_000

/** Asks for a new session in place of an ended one. */
export async function requestRerun(sessionId: string): Promise<RerunOutcome> {
  try {
    const response = await fetch(rerunPath, {
      method: 'POST',
      body: new URLSearchParams({ sessionId }),
      cache: 'no-store',
      signal: AbortSignal.timeout(deadline),
    })
    // Only the status and the address count; the page is loaded when the tab goes there.
    response.body?.cancel().catch(() => undefined)
    return readOutcome(response, sessionId)
  } catch {
    return { kind: 'failed', status: undefined }
  }
}

export function readOutcome(
  response: Pick<Response, 'status' | 'url' | 'headers'>,
  asked: string,
): RerunOutcome {
  const { status } = response
  const arrived = sessionOf(response.url)
  if (status === 200 && arrived !== undefined) return { kind: 'opened', url: response.url }
  if (status === 409 || (status === 410 && arrived !== undefined)) {
    return { kind: 'elsewhere', sessionId: arrived ?? asked }
  }
  if (status === 429) return { kind: 'opening', retryAfter: readRetryAfter(response.headers) }
  if (status === 403) return { kind: 'refused' }
  return { kind: 'failed', status }
}

/** The session whose page an address is, if it is one. */
function sessionOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.pathname !== orchestratorPath) return undefined
  return url.searchParams.get('sessionId') || undefined
}

/** In milliseconds, within what a person would wait for. */
function readRetryAfter(headers: Headers): number {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN)
  return Math.min(Math.max(Number.isFinite(seconds) ? seconds : 2, 1), 30) * 1000
}
