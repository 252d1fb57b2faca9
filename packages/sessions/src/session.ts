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
  /** Whoever holds the session; nobody before it attached, and nobody once it is gone. */
  #connection: object | undefined
  readonly #abort = new AbortController()
  readonly #ready = Promise.withResolvers<void>()
  readonly #steps = new Set<TeardownStep>()
  /** How steps are undone; known once the session ended. */
  #undo: ((steps: Iterable<TeardownStep>) => void) | undefined
  readonly #close: SessionOptions<Meta>['close']

  constructor(options: SessionOptions<Meta>) {
    this.id = options.id
    this.key = options.key
    this.label = options.label
    this.meta = options.meta
    this.#close = options.close
    this.ready = this.#ready.promise
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
    if (this.#connection !== connection) return
    this.#state = 'ready'
    this.#ready.resolve()
  }

  /** Ends the session if this very connection is the one that holds it. */
  detach(connection: object, cause: CloseCause, detail?: string): void {
    if (this.#connection === connection) this.close(cause, detail)
  }

  isHeldBy(connection: object): boolean {
    return this.#connection === connection
  }

  close(cause: CloseCause, detail?: string): void {
    this.#close(this, cause, detail)
  }

  /**
   * Registers what to undo when the session ends; if it already has, that happens at once.
   * A failure is reported to the registry, never thrown here. Returns how to forget the step.
   */
  onClose(name: string, run: () => unknown): () => void {
    const step: TeardownStep = { name, run }
    if (this.#undo) {
      this.#undo([step])
      return () => undefined
    }
    this.#steps.add(step)
    return () => {
      this.#steps.delete(step)
    }
  }

  /** For the registry only, after the session left the map. `undo` must not throw. */
  end(
    cause: CloseCause,
    detail: string | undefined,
    undo: (steps: Iterable<TeardownStep>) => void,
  ): void {
    const error = new SessionClosedError(this.id, this.label, cause, detail)
    this.#undo = undo
    this.#connection = undefined
    this.#abort.abort(error)
    this.#ready.reject(error)
    // The set itself, not a copy: a step may still forget one that comes after it.
    undo(this.#steps)
    this.#steps.clear()
  }
}
