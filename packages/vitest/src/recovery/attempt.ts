import type { TesterOptions } from '@livetab/client'

type Pack = readonly [id: string, result: { state?: string } | undefined, meta: unknown]
type TaskEvent = readonly [id: string, event: string, data?: unknown]

/** One run of one file in one session. What it leaves behind counts only when the run came to its end. */
export class Attempt {
  readonly number: number
  readonly file: string
  readonly options: TesterOptions
  readonly #accepted: (() => void)[] = []
  readonly #running = new Set<string>()
  /** When the page last said anything about this file. */
  lastSign: number = Date.now()
  /** Set when the page itself answered nothing for too long. */
  froze = false

  constructor(number: number, options: TesterOptions) {
    this.number = number
    this.options = options
    this.file = options.files[0]?.filepath ?? ''
  }

  /** Ids of the tests that were started and not finished. */
  get runningTests(): readonly string[] {
    return [...this.#running]
  }

  noteProgress(_packs: readonly Pack[], events: readonly TaskEvent[]): void {
    this.lastSign = Date.now()
    for (const [id, event] of events) {
      if (event === 'test-prepare') this.#running.add(id)
      else if (event === 'test-finished' || event === 'test-cancel') this.#running.delete(id)
    }
  }

  /** Postpones an effect until the file is through; an attempt that is cut off drops it. */
  onAccepted(effect: () => void): void {
    this.#accepted.push(effect)
  }

  accept(): void {
    for (const effect of this.#accepted.splice(0)) effect()
  }
}
