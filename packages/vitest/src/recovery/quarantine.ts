/**
 * Who may use one browser at the same time. Files share it until it dies under several of them;
 * from then on each of those runs alone, so that the one that kills it takes nobody with it.
 */
export class Quarantine {
  #inside = 0
  #suspectInside = false
  readonly #waiting: { readonly suspect: boolean; readonly enter: () => void }[] = []

  /** How many files are under way right now. */
  get inside(): number {
    return this.#inside
  }

  /** Resolves, with how to leave, when the file may run. */
  async enter(suspect: boolean, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    const turn = Promise.withResolvers<void>()
    const entry = { suspect, enter: turn.resolve }
    this.#waiting.push(entry)
    const onAbort = (): void => {
      const at = this.#waiting.indexOf(entry)
      if (at === -1) return
      this.#waiting.splice(at, 1)
      turn.reject(signal.reason)
      this.#admit()
    }
    signal.addEventListener('abort', onAbort, { once: true })
    this.#admit()
    try {
      await turn.promise
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
    let left = false
    return () => {
      if (left) return
      left = true
      this.#inside--
      if (suspect) this.#suspectInside = false
      this.#admit()
    }
  }

  /** First come, first served: a suspect holds back those behind it until it had its turn. */
  #admit(): void {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      if (this.#suspectInside || (next.suspect && this.#inside > 0)) return
      this.#waiting.shift()
      this.#inside++
      this.#suspectInside = next.suspect
      next.enter()
    }
  }
}
