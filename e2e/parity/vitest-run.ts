import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { stripVTControlCharacters } from 'node:util'
import type { Dump } from './dump.ts'
import { deskEnvironment } from '../support/desk-environment.ts'
import { dumpReporter, vitestBin } from './paths.ts'
import type { Side } from './side.ts'
import type { Workspace } from './workspace.ts'

export interface RunOptions {
  args: string[]
  env?: Record<string, string>
  /** Which Node options Vitest's main process gets. */
  nodeArgs?: string[]
  /** Commands without a test run (`list`) have no use for the reporter. */
  reporter?: boolean
  timeout?: number
}

/** No Vitest may outlive the process that compares. */
const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** A Vitest process, while it runs and after. */
export class VitestRun {
  readonly dumps: Dump[] = []
  stdout = ''
  stderr = ''
  readonly #child: ChildProcess
  readonly #exited: Promise<unknown>
  readonly #label: string
  readonly #deadline: AbortSignal
  #wakers = new Set<() => void>()

  constructor(workspace: Workspace, side: Side, options: RunOptions, signal: AbortSignal) {
    this.#label = `vitest ${options.args.join(' ')} (${side.title})`
    this.#deadline = AbortSignal.timeout(options.timeout ?? 90_000)
    const reporter =
      options.reporter === false ? [] : ['--reporter=default', `--reporter=${dumpReporter}`]
    this.#child = spawn(
      process.execPath,
      [...(options.nodeArgs ?? []), vitestBin, ...options.args, ...reporter],
      {
        cwd: workspace.dir,
        env: { ...cleanEnv(), ...side.env, ...options.env },
        stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
      },
    )
    this.#exited = once(this.#child, 'close')
    running.add(this.#child)
    this.#child.on('exit', () => running.delete(this.#child))
    signal.addEventListener('abort', () => this.kill())
    this.#child.on('message', (dump: Dump) => {
      // Stock restarts twice for one change of its configuration.
      if (dump.kind !== 'restart' || this.dumps.at(-1)?.kind !== 'restart') this.dumps.push(dump)
    })
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()))
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()))
    const wake = (): void => this.#wakers.forEach((waker) => waker())
    this.#child.on('message', wake)
    this.#child.on('close', wake)
    this.#child.stdout?.on('data', wake)
    this.#child.stderr?.on('data', wake)
    this.#deadline.addEventListener('abort', () => this.#child.kill('SIGKILL'))
  }

  get output(): string {
    return stripVTControlCharacters(this.stdout + this.stderr)
  }

  /** Waits until `look` finds something in what Vitest has said so far. */
  async waitFor<Found>(what: string, look: (run: VitestRun) => Found | undefined): Promise<Found> {
    for (;;) {
      const found = look(this)
      if (found !== undefined) return found
      if (this.#over) throw this.#failure(`ended before ${what}`)
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wakers.add(resolve)
      await promise
      this.#wakers.delete(resolve)
    }
  }

  /** Exit code, or the signal that ended Vitest. */
  async end(): Promise<number | string> {
    await this.#exited
    if (this.#deadline.aborted) throw this.#failure('did not end in time')
    return this.#child.exitCode ?? String(this.#child.signalCode)
  }

  /** Ends a watch run the way a terminal does. */
  interrupt(): void {
    this.#child.kill('SIGINT')
  }

  /** For a step that failed half-way. */
  kill(): void {
    this.#child.kill('SIGKILL')
  }

  get #over(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  #failure(what: string): Error {
    return new Error(`${this.#label} ${what}.\n${this.output}`)
  }
}

/** Playwright's runner and CI set variables that change what Vitest prints and writes. */
function cleanEnv(): NodeJS.ProcessEnv {
  const env = { ...deskEnvironment(), BROWSER: 'none', NO_COLOR: '1', TZ: 'UTC' }
  for (const name of Object.keys(env)) {
    if (
      /^(?:CI|GITHUB_|FORCE_COLOR$|TEST_|PW_|PWTEST_|PLAYWRIGHT_TEST|NODE_OPTIONS$|VITEST)/.test(
        name,
      )
    ) {
      Reflect.deleteProperty(env, name)
    }
  }
  return env
}
