import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, expect, type Page } from '@playwright/test'
import type { VitestProcess } from './vitest-process.ts'

/** A second hand on the browsers that Vitest drives: a person's, who sits in front of them. */
export class DrivenBrowsers implements AsyncDisposable {
  readonly #vitest: VitestProcess
  /** By the folder of their profile. */
  readonly #browsers = new Map<string, Browser>()

  constructor(vitest: VitestProcess) {
    this.#vitest = vitest
  }

  /** The tabs that have a session's link, live or not. */
  async tabs(): Promise<Page[]> {
    await this.#connect()
    return [...this.#browsers.values()]
      .flatMap((browser) => browser.contexts())
      .flatMap((context) => context.pages())
      .filter((page) => page.url().includes('/__vitest_test__/'))
  }

  /** The first tab that none of these is. */
  async nextTab(known: readonly Page[] = []): Promise<Page> {
    let found: Page | undefined
    await expect
      .poll(async () => (found = (await this.tabs()).find((page) => !known.includes(page))), {
        message: 'the browser has a new tab',
        timeout: 60_000,
      })
      .toBeDefined()
    return found as Page
  }

  /** Opens another tab beside this one, as Ctrl+T does: in the same window, with the same cookies. */
  async openBeside(page: Page): Promise<Page> {
    const context = page.context()
    const target = await context.newCDPSession(page)
    const { targetInfo } = await target.send('Target.getTargetInfo')
    const { browserContextId } = targetInfo
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      target.send('Target.createTarget', {
        url: 'about:blank',
        ...(browserContextId ? { browserContextId } : {}),
      }),
    ])
    return tab
  }

  async #connect(): Promise<void> {
    const folder = this.#vitest.temporaryFolder
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      const port = name.includes('profile') && readPort(join(folder, name))
      if (!port || this.#browsers.has(name)) continue
      try {
        const browser = await chromium.connectOverCDP(`http://localhost:${port}`)
        this.#browsers.set(name, browser)
        browser.once('disconnected', () => this.#browsers.delete(name))
      } catch {
        // It is on its way out.
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#browsers.values()].map((browser) => browser.close()))
  }
}

/** Chromium writes it into its profile once it listens. */
function readPort(profile: string): string | undefined {
  try {
    return readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n', 1)[0]
  } catch {
    return undefined
  }
}
