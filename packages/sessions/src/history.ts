import type { CloseCause } from './cause.ts'

/** What is remembered of a session that ended: enough to explain it, never enough to admit anyone. */
export interface GoneSession {
  readonly id: string
  readonly key: string
  readonly label: string
  /** Secret of the browser that held the session; it alone may ask for a rerun. */
  readonly holder: string | undefined
  readonly cause: CloseCause
  readonly detail: string | undefined
  readonly closedAt: number
}

/** The last sessions that ended, oldest dropped first. */
export class GoneHistory {
  readonly #limit: number
  readonly #gone = new Map<string, GoneSession>()

  constructor(limit: number) {
    this.#limit = limit
  }

  get size(): number {
    return this.#gone.size
  }

  add(record: GoneSession): void {
    this.#gone.set(record.id, record)
    for (const oldest of this.#gone.keys()) {
      if (this.#gone.size <= this.#limit) break
      this.#gone.delete(oldest)
    }
  }

  find(id: string): GoneSession | undefined {
    return this.#gone.get(id)
  }

  /** Replaces the cause once more is known than "the socket closed". */
  explain(id: string, cause: CloseCause, detail?: string): void {
    const record = this.#gone.get(id)
    if (record) this.#gone.set(id, { ...record, cause, detail: detail ?? record.detail })
  }

  clear(): void {
    this.#gone.clear()
  }
}
