import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { deskEnvironment } from './desk-environment.ts'
import {
  type HistoryEntry,
  readHistory,
  resultsOfLastRun,
  type RunResults,
  runsPerFile,
} from './history.ts'
import type { TabPage } from './page.ts'
import { PreviewTab } from './preview-tab.ts'

export interface VitestOptions {
  /** Folder of the project, whose own Vitest is started. */
  readonly root: string
  /**
   * Arguments after `vitest`.
   *
   * @default ['--watch']
   */
  readonly args?: readonly string[]
  /**
   * Added to the environment, from which the signs of CI are taken: Vitest refuses a preview tab there.
   *
   * @default {}
   */
  readonly env?: Readonly<Record<string, string>>
  /**
   * Gives Vitest a terminal of its own, so that keys such as `r` work. Needs the command `script`
   * of Linux.
   *
   * @default false
   */
  readonly tty?: boolean
}

/** A running Vitest, as a user has it in their terminal. `await using` stops it. */
export class VitestProcess implements AsyncDisposable {
  readonly child: ChildProcess
  /** Settles with the exit code when Vitest has ended. */
  readonly exited: Promise<number | null>
  readonly #directory = mkdtempSync(join(tmpdir(), 'livetab-e2e-'))
  #output = ''
  readonly #watchers = new Set<() => void>()

  constructor({ root, args = ['--watch'], env, tty = false }: VitestOptions) {
    const folder = resolve(root)
    const command = [
      process.execPath,
      vitestOf(folder),
      ...args,
      '--reporter=default',
      `--reporter=${fileURLToPath(import.meta.resolve('livetab/e2e/reporter'))}`,
    ]
    mkdirSync(this.temporaryFolder)
    const [file, words]: [string, string[]] = tty
      ? ['script', ['-qfec', command.map(quote).join(' '), '/dev/null']]
      : [process.execPath, command.slice(1)]
    this.child = spawn(file, words, {
      cwd: folder,
      // Of its own process group, so that nothing of it survives the test.
      detached: true,
      env: {
        ...deskEnvironment(),
        BROWSER: 'none',
        NO_COLOR: '1',
        LIVETAB_HISTORY: this.#historyFile,
        TMPDIR: this.temporaryFolder,
        ...env,
      },
    })
    this.exited = new Promise((settle) => {
      this.child.once('exit', (code) => {
        settle(code)
        this.#wake()
      })
    })
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk) => {
        this.#output += String(chunk)
        this.#wake()
      })
    }
  }

  /** Where Vitest and its browsers keep what they need only for a while. */
  get temporaryFolder(): string {
    return join(this.#directory, 'tmp')
  }

  /** Everything that Vitest printed so far. */
  get output(): string {
    return this.#output
  }

  get #historyFile(): string {
    return join(this.#directory, 'history.jsonl')
  }

  /** What reporters were told so far, in that order. */
  history(): HistoryEntry[] {
    return readHistory(this.#historyFile)
  }

  /** How often each test file was started. */
  runsPerFile(): Record<string, number> {
    return runsPerFile(this.history())
  }

  /** What became of each test since the last run began, each test once. */
  resultsOfLastRun(): RunResults {
    return resultsOfLastRun(this.history())
  }

  finishedRuns(): number {
    return this.history().filter(({ event }) => event === 'run-end').length
  }

  /** Resolves once the run has finished this many times in all. */
  async runsFinished(count: number, timeout = 60_000): Promise<void> {
    await this.until(() => this.finishedRuns() >= count, `${count} finished runs`, timeout)
  }

  /** The last link to a tab that was printed, once it is another than `previous`. */
  async link(previous?: string): Promise<string> {
    const find = (): string | undefined =>
      [...this.#output.matchAll(/Browser runner started at (\S+)/g)].at(-1)?.[1]
    const found = (): boolean => find() !== undefined && find() !== previous
    await this.until(found, 'a link to the tab')
    return find() ?? ''
  }

  /** Drives the tab that Vitest printed a link for, in a page of yours. */
  tab(page: TabPage): PreviewTab {
    return new PreviewTab(this, page)
  }

  /** Resolves once the output matches. */
  async printed(pattern: RegExp, timeout = 60_000): Promise<void> {
    await this.until(() => pattern.test(this.#output), String(pattern), timeout)
  }

  /** Types keys into the terminal; with `tty` only. */
  press(keys: string): void {
    this.child.stdin?.write(keys)
  }

  /** Resolves once the condition holds; rejects, with the output, when Vitest ends or time is up. */
  async until(condition: () => boolean, what: string, timeout = 60_000): Promise<void> {
    if (condition()) return
    await new Promise<void>((fulfil, reject) => {
      const check = (): void => {
        if (!condition()) {
          if (this.child.exitCode === null && this.child.signalCode === null) return
          done(new Error(`Vitest ended before ${what}. It printed:\n${this.#output}`))
          return
        }
        done()
      }
      // The history grows without an event of ours.
      const poll = setInterval(check, 50)
      const timer = setTimeout(() => {
        done(new Error(`Waited ${timeout} ms for ${what}. Vitest printed:\n${this.#output}`))
      }, timeout)
      const done = (error?: Error): void => {
        clearInterval(poll)
        clearTimeout(timer)
        this.#watchers.delete(check)
        if (error) reject(error)
        else fulfil()
      }
      this.#watchers.add(check)
    })
  }

  /** Sends a signal to Vitest and everything that it started. */
  kill(signal: NodeJS.Signals): void {
    if (this.child.pid === undefined || this.child.exitCode !== null) return
    try {
      process.kill(-this.child.pid, signal)
    } catch {
      // It ended by itself in between.
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.kill('SIGTERM')
    const killer = setTimeout(() => {
      this.kill('SIGKILL')
    }, 5000)
    await this.exited
    clearTimeout(killer)
    rmSync(this.#directory, { recursive: true, force: true })
  }

  #wake(): void {
    for (const watcher of this.#watchers) watcher()
  }
}

/** Starts Vitest in a folder. */
export function startVitest(options: VitestOptions): VitestProcess {
  return new VitestProcess(options)
}

/** The command of the Vitest that the folder resolves to. */
function vitestOf(folder: string): string {
  const require = createRequire(join(folder, 'package.json'))
  return join(dirname(require.resolve('vitest/package.json')), 'vitest.mjs')
}

function quote(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}
