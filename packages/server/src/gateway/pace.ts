const second = 1000

/**
 * Lets a peer send so many messages a second and makes it wait for the next second after that.
 * Nothing is lost: what it sends meanwhile stays in its own buffers.
 */
export class Pace {
  readonly #most: number
  readonly #pause: () => void
  readonly #resume: () => void
  #since = 0
  #count = 0
  #timer: NodeJS.Timeout | undefined

  constructor(most: number, pause: () => void, resume: () => void) {
    this.#most = most
    this.#pause = pause
    this.#resume = resume
  }

  /** A message arrived. */
  note(): void {
    const now = Date.now()
    if (now - this.#since >= second) {
      this.#since = now
      this.#count = 0
    }
    this.#count++
    if (this.#count < this.#most || this.#timer) return
    this.#pause()
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        this.#resume()
      },
      Math.max(1, this.#since + second - now),
    )
    this.#timer.unref()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
