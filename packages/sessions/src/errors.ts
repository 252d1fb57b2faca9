import type { CloseCause } from './cause.ts'
import { shortId } from './ids.ts'

/** Everything that waited on a session is rejected with this when the session ends. */
export class SessionClosedError extends Error {
  override readonly name = 'SessionClosedError'
  readonly sessionId: string
  readonly closeCause: CloseCause

  constructor(sessionId: string, label: string, closeCause: CloseCause, detail?: string) {
    super(
      `[livetab] Session "${shortId(sessionId)}" of project "${label}" is closed (${closeCause}).${detail ? ` ${detail}` : ''}`,
    )
    this.sessionId = sessionId
    this.closeCause = closeCause
  }
}

/** A second orchestrator asked for a session that already has one. */
export class SessionInUseError extends Error {
  override readonly name = 'SessionInUseError'

  constructor(sessionId: string, label: string) {
    super(
      `[livetab] Session "${shortId(sessionId)}" of project "${label}" already has an orchestrator.`,
    )
  }
}

/** A new session was not open within the time a caller may be made to wait. */
export class ReservationTimeoutError extends Error {
  override readonly name = 'ReservationTimeoutError'
  readonly retryAfterSeconds: number

  constructor(key: string, waitedMs: number) {
    super(
      `[livetab] A new session for "${key}" is still opening after ${waitedMs} ms. Try again in a moment.`,
    )
    this.retryAfterSeconds = Math.max(1, Math.ceil(waitedMs / 1000))
  }
}

/** A new session was asked for after the registry was disposed. */
export class RegistryDisposedError extends Error {
  override readonly name = 'RegistryDisposedError'

  constructor(label: string, cause: CloseCause) {
    super(`[livetab] No new session for project "${label}": all sessions were ended (${cause}).`)
  }
}
