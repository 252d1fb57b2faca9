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

  async reserve(key: string, open: () => Promise<T>, waitMs: number): Promise<Reserved<T>> {
    const existing = this.#opening.get(key)
    const opening = existing ?? this.#start(key, open)
    const value = await withDeadline(opening, key, waitMs)
    return { value, adopted: existing !== undefined }
  }

  #start(key: string, open: () => Promise<T>): Promise<T> {
    const opening = new Promise<T>((resolve) => {
      resolve(open())
    })
    this.#opening.set(key, opening)
    const free = (): void => {
      if (this.#opening.get(key) === opening) this.#opening.delete(key)
    }
    opening.then(free, free)
    return opening
  }
}

function withDeadline<T>(work: Promise<T>, key: string, waitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new ReservationTimeoutError(key, waitMs))
    }, waitMs)
    timer.unref()
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer)
    })
  })
}
