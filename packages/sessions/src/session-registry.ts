import type { CloseCause } from './cause.ts'
import { GoneHistory, type GoneSession } from './history.ts'
import { mintId } from './ids.ts'
import { Session } from './session.ts'
import { runTeardown, type TeardownFailure } from './teardown.ts'

export interface RegistryOptions<Meta> {
  /** How long tear-down steps of one session may take. @default 2000 */
  readonly teardownTimeout?: number
  /** How many ended sessions are remembered to explain them. @default 256 */
  readonly historyLimit?: number
  /** A tear-down step failed or took too long. */
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

  constructor(options: RegistryOptions<Meta> = {}) {
    this.#options = options
    this.#history = new GoneHistory(options.historyLimit ?? 256)
  }

  get size(): number {
    return this.#live.size
  }

  open(options: OpenOptions<Meta>): Session<Meta> {
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

  /** Ends every session, waits for tear-down (bounded) and forgets the history. */
  async dispose(cause: CloseCause): Promise<void> {
    this.closeAll(cause)
    await Promise.all(this.#tearingDown)
    this.#history.clear()
  }

  /** Resolves when no tear-down is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#tearingDown)
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
    const steps = session.end(cause, detail)
    const onFailure: TeardownFailure = (step, error) => {
      this.#options.onTeardownFailure?.(session, step, error)
    }
    const teardown = runTeardown(steps, this.#options.teardownTimeout ?? 2000, onFailure)
    this.#tearingDown.add(teardown)
    void teardown.finally(() => this.#tearingDown.delete(teardown))
    this.#options.onClosed?.(session, gone)
  }

  #armConnectDeadline(session: Session<Meta>, timeoutMs: number): void {
    const timer = setTimeout(() => {
      session.close('never-connected', `No tab connected within ${timeoutMs} ms.`)
    }, timeoutMs)
    timer.unref()
    const disarm = (): void => {
      clearTimeout(timer)
    }
    session.ready.then(disarm, disarm)
  }
}
