import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { type Browser, expect } from '@playwright/test'
import { launchBrowser } from './browser.ts'
import { startVitest, type VitestProcess } from './vitest-process.ts'

/** What a test in a page knows, and an attacker should not. */
export interface Knowledge {
  readonly project: string
  readonly origin: string
  readonly sessionId: string
  readonly testerId: string
  readonly token: string
}

export const secretInside = 'THE-SECRET-INSIDE'
export const secretOutside = 'THE-SECRET-OUTSIDE'

/** A Vitest in watch mode after its first run, with its tabs open, and what its insiders know. */
export class AttackTarget implements AsyncDisposable {
  readonly vitest: VitestProcess
  readonly outside: string
  readonly #browser: Browser | undefined
  readonly #knowledge: ReadonlyMap<string, Knowledge>

  private constructor(
    vitest: VitestProcess,
    outside: string,
    browser: Browser | undefined,
    knowledge: ReadonlyMap<string, Knowledge>,
  ) {
    this.vitest = vitest
    this.outside = outside
    this.#browser = browser
    this.#knowledge = knowledge
  }

  static async start(
    provider: 'playwright' | 'preview',
    args: readonly string[] = [],
  ): Promise<AttackTarget> {
    const outside = mkdtempSync(join(tmpdir(), 'livetab-outside-'))
    for (const file of ['secret.txt', 'secret.html', 'secret.js', 'secret.map', 'secret.svg']) {
      writeFileSync(
        join(outside, file),
        `{"version":3,"sources":["${secretOutside}"],"mappings":""}`,
      )
    }
    const vitest = startVitest({
      fixture: 'fixtures/attack-target',
      args: ['--watch', ...args],
      env: { ATTACK_PROVIDER: provider, ATTACK_MEMORY: '1' },
      tty: true,
    })
    let browser: Browser | undefined
    if (provider === 'preview') {
      const link = await vitest.link()
      browser = await launchBrowser()
      await (await browser.newPage()).goto(link)
    }
    await vitest.runsFinished(1)
    const projects = provider === 'preview' ? 1 : 2
    // What tests print may come after the run's end.
    await vitest.until(
      () => (vitest.output.match(/KNOWLEDGE \{.*\}\s/g) ?? []).length >= projects,
      'what its pages know',
    )
    const knowledge = new Map<string, Knowledge>()
    for (const [, json = ''] of vitest.output.matchAll(/KNOWLEDGE (\{.*\})/g)) {
      const { href, ...rest } = JSON.parse(json) as { href: string } & Omit<Knowledge, 'origin'>
      const url = new URL(href)
      const project = /%2F(alpha|beta)%2F/.exec(href)?.[1] ?? ''
      knowledge.set(project, {
        ...rest,
        project,
        origin: url.origin,
      })
    }
    return new AttackTarget(vitest, outside, browser, knowledge)
  }

  /** A session that is open, and those of other servers that were. Vitest may close a project's browser after its tests. */
  async sessions(): Promise<{ live: Knowledge; others: Knowledge[] }> {
    const all = [...this.#knowledge.values()]
    const states = await Promise.all(
      all.map(async ({ origin, sessionId }) => {
        const response = await fetch(`${origin}/__vitest_test__/state?sessionId=${sessionId}`)
        return ((await response.json()) as { state: string }).state
      }),
    )
    const live = all[states.indexOf('in-use')]
    if (!live) throw new Error(`No session is open. Vitest printed:\n${this.vitest.output}`)
    return { live, others: all.filter((it) => it !== live) }
  }

  get root(): string {
    return fileURLToPath(new URL('../../fixtures/attack-target/', import.meta.url))
  }

  /** Whatever was tried: one run so far, as it should be; the next one is as good; nothing was printed, read or written. */
  async expectUntouched(): Promise<void> {
    const { vitest } = this
    const tests = this.#knowledge.size * 2
    expect(vitest.finishedRuns()).toBe(1)
    expect(vitest.resultsOfLastRun()).toEqual({ passed: tests, failed: 0, skipped: 0 })
    vitest.press('r')
    await vitest.runsFinished(2)
    expect(vitest.resultsOfLastRun()).toEqual({ passed: tests, failed: 0, skipped: 0 })
    const ends = vitest.history().filter(({ event }) => event === 'run-end')
    expect(ends.map(({ state, errors }) => ({ state, errors }))).toEqual([
      { state: 'passed', errors: [] },
      { state: 'passed', errors: [] },
    ])
    expect(vitest.output).not.toMatch(/Unhandled|RPC Error/)
    expect(readdirSync(this.outside).toSorted()).toEqual([
      'secret.html',
      'secret.js',
      'secret.map',
      'secret.svg',
      'secret.txt',
    ])
    expect(readFileSync(join(this.root, 'alpha/private.pem'), 'utf8')).toContain(secretInside)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.vitest[Symbol.asyncDispose]()
    await this.#browser?.close()
    rmSync(this.outside, { recursive: true, force: true })
  }
}
