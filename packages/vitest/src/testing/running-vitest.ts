import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { Writable } from 'node:stream'
import { vi } from 'vitest'
import type { TestUserConfig, Vitest } from 'vitest/node'
import { createVitest } from 'vitest/node'
import { livetab } from '../../../livetab/src/index.ts'
import { coreOf, type LivetabCore } from '../livetab-core.ts'
import type { LivetabOptions } from '../options.ts'
import type { LiveSession } from '../slot.ts'
import { RawBrowser } from './raw-provider.ts'
import type { RunFile } from './raw-page.ts'

// A Vitest inside a Vitest on a busy machine takes its time.
vi.setConfig({ testTimeout: 60_000 })

export interface RunningOptions {
  readonly run: RunFile
  /** Test files by name. Raw pages do not load them; Vitest only wants to find them. */
  readonly files?: readonly string[]
  /** Puts more into the project's folder before Vitest starts. */
  readonly prepare?: (root: string) => void
  /** Whether pages say that they are ready. @default true */
  readonly ready?: boolean
  readonly options?: LivetabOptions
  readonly config?: TestUserConfig
  readonly provider?: string
}

/** A Vitest of its own in this process, with raw pages instead of a browser. */
export class RunningVitest implements AsyncDisposable {
  readonly vitest: Vitest
  readonly browser: RawBrowser
  readonly root: string
  readonly #output: string[]

  constructor(vitest: Vitest, browser: RawBrowser, root: string, output: string[]) {
    this.vitest = vitest
    this.browser = browser
    this.root = root
    this.#output = output
  }

  get core(): LivetabCore {
    return coreOf(this.vitest)
  }

  get project(): Vitest['projects'][number] {
    const [project] = this.vitest.projects
    if (!project) throw new Error('there is no project')
    return project
  }

  /** The one session that is live. */
  get session(): LiveSession {
    const [session, ...others] = this.core.registry.list()
    if (!session || others.length > 0)
      throw new Error(`${this.core.registry.size} sessions are live`)
    return session
  }

  /** All that was printed. */
  get output(): string {
    return this.#output.join('')
  }

  path(file: string): string {
    return join(this.root, file)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.vitest.close()
    // Vite may still be writing its cache.
    rmSync(this.root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    // Failed tests inside are what a test here may be about.
    process.exitCode = 0
  }
}

export async function startRaw(options: RunningOptions): Promise<RunningVitest> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'livetab-unit-')))
  for (const file of options.files ?? ['a.test.ts']) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), 'export {}\n')
  }
  options.prepare?.(root)
  const browser = new RawBrowser(options.run, options.ready)
  const output: string[] = []
  const sink = (): Writable =>
    new Writable({
      write(chunk, _encoding, done) {
        output.push(String(chunk))
        done()
      },
    })
  const vitest = await createVitest(
    'test',
    {
      config: false,
      root,
      watch: false,
      reporters: ['default'],
      ...options.config,
      browser: {
        enabled: true,
        headless: true,
        provider: livetab(browser.provider(options.provider), options.options),
        instances: [{ browser: 'chromium' }],
        ...options.config?.browser,
      },
    },
    { cacheDir: join(root, '.cache'), server: { host: '127.0.0.1' } },
    { stdout: sink() as never, stderr: sink() as never },
  )
  return new RunningVitest(vitest, browser, root, output)
}
