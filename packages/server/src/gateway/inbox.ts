/** Messages that may wait for one reader. */
const most = 10_000

export interface InboxOptions {
  /** More came than can be kept. */
  readonly onOverflow: () => void
  /** Nobody is behind any more, and nothing waits. */
  readonly onIdle?: () => void
}

/** What a peer said and its reader has no time for yet. One message per turn of the loop is handed on after a pause. */
export class Inbox {
  reader: ((message: string) => void) | undefined
  readonly #waiting: string[] = []
  readonly #options: InboxOptions
  /** Whoever is behind pauses; it goes on when nobody is any more. */
  #pauses = 0
  #turn: NodeJS.Immediate | undefined

  constructor(options: InboxOptions) {
    this.#options = options
  }

  take(message: string): void {
    if (this.#pauses === 0 && this.#waiting.length === 0) {
      this.reader?.(message)
      return
    }
    if (this.#waiting.length >= most) this.#options.onOverflow()
    else this.#waiting.push(message)
  }

  pause(): void {
    this.#pauses++
  }

  resume(): void {
    this.#pauses--
    this.#next()
  }

  /** Nothing of what waits is read any more. */
  close(): void {
    this.reader = undefined
    this.#waiting.length = 0
    clearImmediate(this.#turn)
  }

  #next(): void {
    clearImmediate(this.#turn)
    if (this.#pauses > 0) return
    const message = this.#waiting.shift()
    if (message === undefined) {
      this.#options.onIdle?.()
      return
    }
    this.#turn = setImmediate(() => {
      this.#next()
    })
    this.reader?.(message)
  }
}
