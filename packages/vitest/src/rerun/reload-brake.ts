import type { GoneSession } from '@livetab/sessions'

const mostReloads = 3
const period = 10_000

/** Keeps a page that reloads itself from being run again forever. Kept here, where no test can see it. */
export class ReloadBrake {
  /** Sessions that were run again by themselves, oldest first. */
  #recent: { readonly gone: GoneSession; readonly at: number }[] = []

  /** Whether this session may be followed by another without being asked for. Asking twice is asking once. */
  allows(gone: GoneSession): boolean {
    const now = Date.now()
    this.#recent = this.#recent.filter(({ at }) => now - at < period)
    if (this.#recent.some((it) => it.gone.id === gone.id)) return true
    const alike = this.#recent.filter(
      (it) => it.gone.key === gone.key && it.gone.holder === gone.holder,
    )
    if (alike.length >= mostReloads) return false
    this.#recent.push({ gone, at: now })
    return true
  }
}
