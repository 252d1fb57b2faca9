import type { CloseCause } from './cause.ts'
import { SessionClosedError, SessionInUseError } from './errors.ts'
import type { TeardownStep } from './teardown.ts'

/** A session that is gone has no state: it is no longer in the map. */
export type SessionState = 'opening' | 'attached' | 'ready'

export interface SessionOptions<Meta> {
  readonly id: string
  /** What a new session is reserved by, usually the project. */
  readonly key: string
  /** What people call it, usually the project's name. */
  readonly label: string
  readonly meta: Meta
  readonly close: (session: Session<Meta>, cause: CloseCause, detail?: string) => void
}

/**
 * One orchestrator page, from the moment its id is minted.
 * Whatever lives with it listens to `signal` or registers a step with `onClose`.
 */
export class Session<Meta = unknown> {
  readonly id: string
  readonly key: string
  readonly label: string
  readonly meta: Meta
  /** Secret of the browser that holds the session, known once its page attached. */
  holder: string | undefined
  readonly ready: Promise<void>

  #state: SessionState = 'opening'
  #connection: object | undefined
  readonly #abort = new AbortController()
  readonly #ready = Promise.withResolvers<void>()
  readonly #steps: TeardownStep[] = []
  readonly #close: SessionOptions<Meta>['close']

  constructor(options: SessionOptions<Meta>) {
    this.id = options.id
    this.key = options.key
    this.label = options.label
    this.meta = options.meta
    this.#close = options.close
    this.ready = this.#ready.promise
    // A session may end before anyone waits for it.
    this.ready.catch(() => undefined)
  }

  get state(): SessionState {
    return this.#state
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** Claims the session for one orchestrator connection. Throws when it is closed or already has one. */
  attach(connection: object): void {
    this.signal.throwIfAborted()
    if (this.#state !== 'opening') throw new SessionInUseError(this.id, this.label)
    this.#state = 'attached'
    this.#connection = connection
  }

  /** The orchestrator said that it can take work. Says nothing when somebody else says so. */
  markReady(connection: object): void {
    if (this.signal.aborted || this.#connection !== connection || this.#state !== 'attached') return
    this.#state = 'ready'
    this.#ready.resolve()
  }

  /** Ends the session if this very connection is the one that holds it. */
  detach(connection: object, cause: CloseCause, detail?: string): void {
    if (this.#connection === connection) this.close(cause, detail)
  }

  isHeldBy(connection: object): boolean {
    return !this.signal.aborted && this.#connection === connection
  }

  close(cause: CloseCause, detail?: string): void {
    this.#close(this, cause, detail)
  }

  /** Registers what to undo when the session ends. Runs at once if it already has. Returns how to forget it. */
  onClose(name: string, run: () => unknown): () => void {
    if (this.signal.aborted) {
      run()
      return () => undefined
    }
    const step: TeardownStep = { name, run }
    this.#steps.push(step)
    return () => {
      const index = this.#steps.indexOf(step)
      if (index !== -1) this.#steps.splice(index, 1)
    }
  }

  /** For the registry only, after the session left the map. Returns the steps left to undo. */
  end(cause: CloseCause, detail?: string): readonly TeardownStep[] {
    const error = new SessionClosedError(this.id, this.label, cause, detail)
    this.#connection = undefined
    this.#abort.abort(error)
    this.#ready.reject(error)
    return this.#steps.splice(0)
  }
}
