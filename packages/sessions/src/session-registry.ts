import type { CloseCause } from './cause.ts'
import { startTimer } from './deadline.ts'
import { RegistryDisposedError } from './errors.ts'
import { GoneHistory, type GoneSession } from './history.ts'
import { mintId } from './ids.ts'
import { Session } from './session.ts'
import { runTeardown, type TeardownStep } from './teardown.ts'

export interface RegistryOptions<Meta> {
  /** How long tear-down steps of one session may take. @default 2000 */
  readonly teardownTimeout?: number
  /** How many ended sessions are remembered to explain them. @default 256 */
  readonly historyLimit?: number
  /** A tear-down step (or `onClosed`) failed or took too long. Told once for each. */
  readonly onTeardownFailure?: (session: Session<Meta>, step: string, error: unknown) => void
  /** A session ended. Called once for each, after it left the map. */
  readonly onClosed?: (session: Session<Meta>, gone: GoneSession) => void
}

export interface OpenOptions<Meta> {
  readonly key: string
  readonly label: string
  readonly meta: Meta
  /** The session ends by itself when its orchestrator is not ready within this time. */
  readonly connectTimeout: number
}

/** Closed is not unknown, and neither is live. Only `live` ever admits anyone. */
export type SessionLookup<Meta> =
  | { readonly status: 'live'; readonly session: Session<Meta> }
  | { readonly status: 'gone'; readonly gone: GoneSession }
  | { readonly status: 'unknown' }

/** The live session map: a session is in it or it does not exist. */
export class SessionRegistry<Meta = unknown> {
  readonly #live = new Map<string, Session<Meta>>()
  readonly #history: GoneHistory
  readonly #tearingDown = new Set<Promise<void>>()
  readonly #options: RegistryOptions<Meta>
  #disposed: CloseCause | undefined

  constructor(options: RegistryOptions<Meta> = {}) {
    this.#options = options
    this.#history = new GoneHistory(options.historyLimit ?? 256)
  }

  get size(): number {
    return this.#live.size
  }

  /** Mints a session. Throws once the registry is disposed: nothing could end it any more. */
  open(options: OpenOptions<Meta>): Session<Meta> {
    if (this.#disposed) throw new RegistryDisposedError(options.label, this.#disposed)
    const session = new Session<Meta>({
      id: mintId(),
      key: options.key,
      label: options.label,
      meta: options.meta,
      close: (closing, cause, detail) => {
        this.#close(closing, cause, detail)
      },
    })
    this.#live.set(session.id, session)
    this.#armConnectDeadline(session, options.connectTimeout)
    return session
  }

  get(id: string): Session<Meta> | undefined {
    return this.#live.get(id)
  }

  /** The live sessions as they are now; closing one while iterating is fine. */
  list(): Session<Meta>[] {
    return [...this.#live.values()]
  }

  lookup(id: string): SessionLookup<Meta> {
    const session = this.#live.get(id)
    if (session) return { status: 'live', session }
    const gone = this.#history.find(id)
    return gone ? { status: 'gone', gone } : { status: 'unknown' }
  }

  /** Says why a session ended once more is known than "the socket closed". */
  explain(id: string, cause: CloseCause, detail?: string): void {
    this.#history.explain(id, cause, detail)
  }

  closeAll(cause: CloseCause, detail?: string): void {
    for (const session of this.list()) session.close(cause, detail)
  }

  /** Ends every session for good, waits for tear-down (bounded) and forgets the history. */
  async dispose(cause: CloseCause): Promise<void> {
    this.#disposed ??= cause
    this.closeAll(cause)
    await this.settled()
    this.#history.clear()
  }

  /** Resolves when no tear-down is under way. */
  async settled(): Promise<void> {
    while (this.#tearingDown.size > 0) await Promise.all(this.#tearingDown)
  }

  #close(session: Session<Meta>, cause: CloseCause, detail?: string): void {
    // Out of the map first: from here on nobody is admitted, whatever happens below.
    if (!this.#live.delete(session.id)) return
    const gone: GoneSession = {
      id: session.id,
      key: session.key,
      label: session.label,
      holder: session.holder,
      cause,
      detail,
      closedAt: Date.now(),
    }
    this.#history.add(gone)
    session.end(cause, detail, (steps) => {
      this.#tearDown(session, steps)
    })
    try {
      this.#options.onClosed?.(session, gone)
    } catch (error) {
      this.#report(session, 'onClosed', error)
    }
  }

  #tearDown(session: Session<Meta>, steps: Iterable<TeardownStep>): void {
    const timeoutMs = this.#options.teardownTimeout ?? 2000
    const running = runTeardown(steps, timeoutMs, (step, error) => {
      this.#report(session, step, error)
    }).finally(() => this.#tearingDown.delete(running))
    this.#tearingDown.add(running)
  }

  /** Whoever closes a session is never made to pay for a listener that fails. */
  #report(session: Session<Meta>, step: string, error: unknown): void {
    try {
      this.#options.onTeardownFailure?.(session, step, error)
    } catch (failure) {
      process.emitWarning(failure instanceof Error ? failure : String(failure))
    }
  }

  #armConnectDeadline(session: Session<Meta>, timeoutMs: number): void {
    const timer = startTimer(() => {
      const what = session.state === 'opening' ? 'No tab connected' : 'The tab did not get ready'
      session.close('never-connected', `${what} within ${timeoutMs} ms.`)
    }, timeoutMs)
    timer.unref()
    const disarm = (): void => {
      clearTimeout(timer)
    }
    // Both ways: a session may end before anyone else waits for it.
    session.ready.then(disarm, disarm)
  }
}
