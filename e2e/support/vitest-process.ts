import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import process from 'node:process'
import { deskEnvironment } from './desk-environment.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const historyReporter = fileURLToPath(new URL('history-reporter.ts', import.meta.url))

export interface VitestOptions {
  /** Folder of the fixture, relative to the repository, for example `fixtures/reload-idle`. */
  readonly fixture: string
  /** Arguments after `vitest`, for example `['run']` or `['--watch']`. */
  readonly args: readonly string[]
  readonly env?: Record<string, string>
  /** A terminal of its own, so that keys such as `r` work. */
  readonly tty?: boolean
}

/** One line of what the run reported, in the order it did. */
export interface HistoryEntry {
  readonly event:
    | 'run-start'
    | 'module-start'
    | 'module-end'
    | 'test-start'
    | 'test-end'
    | 'run-end'
  readonly project?: string
  readonly file?: string
  readonly test?: string
  readonly state?: string
  readonly errors?: string[]
  /** When it was told, in milliseconds. */
  readonly time?: number
}

/** A running Vitest, as a user has it in their terminal. */
export class VitestProcess implements AsyncDisposable {
  readonly child: ChildProcess
  readonly exited: Promise<number | null>
  readonly #directory = mkdtempSync(join(tmpdir(), 'livetab-e2e-'))
  #output = ''
  readonly #watchers = new Set<() => void>()

  constructor(options: VitestOptions) {
    const command = [
      process.execPath,
      vitest,
      ...options.args,
      '--reporter=default',
      `--reporter=${historyReporter}`,
    ]
    mkdirSync(this.temporaryFolder)
    const [file, args]: [string, string[]] = options.tty
      ? ['script', ['-qfec', command.map(quote).join(' '), '/dev/null']]
      : [process.execPath, command.slice(1)]
    this.child = spawn(file, args, {
      cwd: join(root, options.fixture),
      // Of its own process group, so that nothing of it survives the test.
      detached: true,
      env: {
        ...deskEnvironment(),
        BROWSER: 'none',
        NO_COLOR: '1',
        LIVETAB_HISTORY: this.#historyFile,
        TMPDIR: this.temporaryFolder,
        ...options.env,
      },
    })
    this.exited = new Promise((resolve) => {
      this.child.once('exit', (code) => {
        resolve(code)
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

  get output(): string {
    return this.#output
  }

  get #historyFile(): string {
    return join(this.#directory, 'history.jsonl')
  }

  /** What the reporters were told so far. */
  history(): HistoryEntry[] {
    try {
      const lines = readFileSync(this.#historyFile, 'utf8').split('\n').filter(Boolean)
      return lines.map((line) => JSON.parse(line) as HistoryEntry)
    } catch {
      return []
    }
  }

  /** How often each test file was started. */
  runsPerFile(): Record<string, number> {
    const runs: Record<string, number> = {}
    for (const { event, file } of this.history()) {
      if (event === 'module-start' && file) runs[file] = (runs[file] ?? 0) + 1
    }
    return runs
  }

  /** What the reporters were told of each test since the last run began, each test once. */
  resultsOfLastRun(): { passed: number; failed: number; skipped: number } {
    const history = this.history()
    const states = new Map<string, string>()
    for (const entry of history.slice(
      history.findLastIndex(({ event }) => event === 'run-start'),
    )) {
      if (entry.event !== 'test-end') continue
      states.set(`${entry.project} ${entry.file} ${entry.test}`, entry.state ?? '')
    }
    const count = (state: string): number =>
      [...states.values()].filter((it) => it === state).length
    return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
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
      this.#output
        .match(/Browser runner started at (\S+)/g)
        ?.at(-1)
        ?.split(' ')
        .at(-1)
    const found = (): boolean => find() !== undefined && find() !== previous
    await this.until(found, 'a link to the tab')
    return find() ?? ''
  }

  async printed(pattern: RegExp, timeout = 60_000): Promise<void> {
    await this.until(() => pattern.test(this.#output), String(pattern), timeout)
  }

  press(keys: string): void {
    this.child.stdin?.write(keys)
  }

  async until(condition: () => boolean, what: string, timeout = 60_000): Promise<void> {
    if (condition()) return
    await new Promise<void>((resolve, reject) => {
      const check = (): void => {
        if (!condition()) {
          if (this.child.exitCode === null && this.child.signalCode === null) return
          done(new Error(`Vitest ended before ${what}. It printed:\n${this.#output}`))
          return
        }
        done()
      }
      const poll = setInterval(check, 50)
      const timer = setTimeout(() => {
        done(new Error(`Waited ${timeout} ms for ${what}. Vitest printed:\n${this.#output}`))
      }, timeout)
      const done = (error?: Error): void => {
        clearInterval(poll)
        clearTimeout(timer)
        this.#watchers.delete(check)
        if (error) reject(error)
        else resolve()
      }
      this.#watchers.add(check)
    })
  }

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

export function startVitest(options: VitestOptions): VitestProcess {
  return new VitestProcess(options)
}

function quote(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}
