import type { TabPage } from './page.ts'
import type { VitestProcess } from './vitest-process.ts'

const expired = 'Session expired'

/** The tab of somebody who watches: opened, reloaded, expired, rerun. */
export class PreviewTab {
  readonly vitest: VitestProcess
  readonly page: TabPage

  constructor(vitest: VitestProcess, page: TabPage) {
    this.vitest = vitest
    this.page = page
  }

  /** Opens the link that Vitest printed, and resolves when the first run in it has finished. */
  async open(): Promise<void> {
    const runs = this.vitest.finishedRuns()
    await this.page.goto(await this.vitest.link())
    await this.vitest.runsFinished(runs + 1)
  }

  /** Reloads the tab, and resolves when it says that its session expired. */
  async reload(): Promise<void> {
    await this.page.reload()
    await this.expectExpired()
  }

  /** Resolves when the tab says that its session expired; rejects if a sentence is missing there. */
  async expectExpired(...sentences: readonly string[]): Promise<void> {
    await this.page.getByRole('heading', { name: expired, level: 1 }).waitFor({ timeout: 30_000 })
    const text = (await this.page.locator('.card').textContent()) ?? ''
    const missing = sentences.filter((sentence) => !text.includes(sentence))
    if (missing.length > 0) {
      throw new Error(
        `The tab does not say ${missing.map((it) => `"${it}"`).join(', ')} but: ${text}`,
      )
    }
  }

  /** Presses Rerun, and resolves when the run that this starts has finished. */
  async rerun(): Promise<void> {
    const runs = this.vitest.finishedRuns()
    await this.page.getByRole('button', { name: 'Rerun', exact: true }).click()
    await this.vitest.runsFinished(runs + 1)
  }
}
