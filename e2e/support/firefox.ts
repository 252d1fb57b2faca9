import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { expect } from '@playwright/test'
import { BidiConnection } from './bidi.ts'
import { freePort } from './free-port.ts'

const command = 'firefox-esr'

export function hasFirefox(): boolean {
  return spawnSync('which', [command]).status === 0
}

/** A person's Firefox: Vitest opens it, and we look over the person's shoulder. */
export class Firefox implements AsyncDisposable {
  readonly #port: number
  readonly #profile = mkdtempSync(join(tmpdir(), 'livetab-firefox-'))
  #bidi: BidiConnection | undefined
  #pid: number | undefined

  private constructor(port: number) {
    this.#port = port
  }

  static async prepare(): Promise<Firefox> {
    return new Firefox(await freePort())
  }

  /** Makes Vite open its links in this Firefox. */
  get env(): Record<string, string> {
    return {
      BROWSER: command,
      BROWSER_ARGS: `--headless --no-remote --profile ${this.#profile} --remote-debugging-port ${this.#port}`,
    }
  }

  /** Resolves once the browser that Vitest opened listens to us. */
  async connect(): Promise<void> {
    await expect(async () => {
      this.#bidi = await BidiConnection.open(`ws://127.0.0.1:${this.#port}/session`)
    }).toPass({ timeout: 60_000 })
    const { capabilities } = await this.#call<{ capabilities: Record<string, unknown> }>(
      'session.new',
      {
        capabilities: {},
      },
    )
    this.#pid = Number(capabilities['moz:processID'])
  }

  /** The text of the tab's page, that of the session view over it included. */
  text(): Promise<string> {
    return this.#evaluate(`(() => {
      const cover = document.documentElement.lastElementChild?.shadowRoot
      return (cover ?? document.body).textContent ?? ''
    })()`)
  }

  url(): Promise<string> {
    return this.#evaluate('location.href')
  }

  isRerunFocused(): Promise<boolean> {
    return this.#evaluate(`document.activeElement?.textContent === 'Rerun'`)
  }

  async expectText(text: string): Promise<void> {
    await expect.poll(() => this.text().catch(String), { timeout: 60_000 }).toContain(text)
  }

  async reload(): Promise<void> {
    await this.#call('browsingContext.reload', { context: await this.#tab(), wait: 'complete' })
  }

  /** A key on the keyboard, as a person presses it. */
  async press(key: string): Promise<void> {
    await this.#call('input.performActions', {
      context: await this.#tab(),
      actions: [
        {
          type: 'key',
          id: 'keyboard',
          actions: [
            { type: 'keyDown', value: key },
            { type: 'keyUp', value: key },
          ],
        },
      ],
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#bidi?.call('browser.close').catch(() => undefined)
    const pid = this.#pid
    if (pid) await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false)
    this.#bidi?.close()
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }

  #call<Result>(method: string, params: object = {}): Promise<Result> {
    if (!this.#bidi) throw new Error('Firefox is not open yet.')
    return this.#bidi.call<Result>(method, params)
  }

  async #evaluate<Value>(expression: string): Promise<Value> {
    const { result } = await this.#call<{ result: { value: Value } }>('script.evaluate', {
      expression,
      target: { context: await this.#tab() },
      awaitPromise: true,
    })
    return result.value
  }

  /** The tab that Vitest opened. */
  async #tab(): Promise<string> {
    const { contexts } = await this.#call<{ contexts: { context: string; url: string }[] }>(
      'browsingContext.getTree',
      { maxDepth: 0 },
    )
    const tab = contexts.find(({ url }) => url.includes('/__vitest_test__/'))
    if (!tab) throw new Error('Vitest has opened no tab yet.')
    return tab.context
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
