import { withDeadline } from './deadline.ts'
import { ReservationTimeoutError } from './errors.ts'

export interface Reserved<T> {
  readonly value: T
  /** True when somebody else was already opening it and this caller took theirs. */
  readonly adopted: boolean
}

/**
 * At most one opening per key. The key is taken before anything is awaited,
 * so callers that arrive at the same moment share one result; different keys never wait for each other.
 */
export class Reservations<T> {
  readonly #opening = new Map<string, Promise<T>>()

  get size(): number {
    return this.#opening.size
  }

  has(key: string): boolean {
    return this.#opening.has(key)
  }

  /**
   * Takes what `open` gives, or what somebody's `open` for the same key is about to give.
   * `waitMs` bounds this caller only. The key stays taken until `open` settles, so `open` needs a
   * bound of its own: a session's connect deadline and its signal are one.
   */
  async reserve(key: string, open: () => Promise<T>, waitMs: number): Promise<Reserved<T>> {
    const existing = this.#opening.get(key)
    const opening = existing ?? this.#start(key, open)
    const value = await withDeadline(
      opening,
      waitMs,
      () => new ReservationTimeoutError(key, waitMs),
    )
    return { value, adopted: existing !== undefined }
  }

  #start(key: string, open: () => Promise<T>): Promise<T> {
    const opening = Promise.withResolvers<T>()
    // Before `open` runs: whatever it causes at once must find the key taken.
    this.#opening.set(key, opening.promise)
    const free = (): void => {
      this.#opening.delete(key)
    }
    opening.promise.then(free, free)
    try {
      opening.resolve(open())
    } catch (error) {
      opening.reject(error)
    }
    return opening.promise
  }
}
