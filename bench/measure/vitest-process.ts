import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ChildEnvironment, encodeEnvironment } from '../child/environment.ts'
import type { ChildEvent } from '../child/events.ts'
import { configFile } from '../suites/write-suite.ts'
import { hasProc } from './proc.ts'
import { BrokenRunError } from './validate.ts'
import { ProcessTree, type ProcessTreeOptions } from './process-tree.ts'

export interface VitestOptions extends ProcessTreeOptions {
  folder: string
  environment: ChildEnvironment
  command: 'run' | 'watch'
  nodeArgs?: string[]
}

const vitestBin = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')))
const outputKept = 6000

/** A Vitest process under observation: its events, its output and the CPU of all it starts. */
export class VitestProcess {
  /** Epoch milliseconds just before the process was started. */
  readonly startedAt: number = Date.now()
  readonly tree: ProcessTree | undefined
  readonly exited: Promise<number | null>
  readonly #child: ChildProcess
  readonly #killAtExit = (): void => this.kill()
  readonly #listeners = new Set<(event: ChildEvent) => void>()
  readonly #label: string
  #output = ''

  constructor({ folder, environment, command, nodeArgs = [], memoryEvery }: VitestOptions) {
    this.#label = `${basename(folder)} with ${environment.variant.name}`
    const config = configFile(environment.variant.kind)
    this.#child = spawn(process.execPath, [...nodeArgs, vitestBin, command, '--config', config], {
      cwd: folder,
      env: { ...process.env, ...encodeEnvironment(environment), NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-outputKept)
      })
    }
    this.#child.on('message', (event) => {
      for (const listener of this.#listeners) listener(event as ChildEvent)
    })
    this.exited = once(this.#child, 'exit').then(([code]) => code as number | null)
    process.once('exit', this.#killAtExit)
    if (hasProc() && this.#child.pid !== undefined)
      this.tree = new ProcessTree(this.#child.pid, { memoryEvery })
  }

  /** The error for a run that went wrong, with the end of what Vitest printed. */
  broken(what: string): BrokenRunError {
    const output = this.#output.trim() || '(nothing)'
    return new BrokenRunError(`${this.#label}: ${what}\nThe end of Vitest's output:\n${output}`)
  }

  onEvent(listener: (event: ChildEvent) => void): void {
    this.#listeners.add(listener)
  }

  /** Asks Vitest to end and ends what does not. */
  async close(deadlineMs: number): Promise<void> {
    this.#child.kill('SIGTERM')
    const timer = setTimeout(() => this.kill(), deadlineMs)
    await this.exited
    clearTimeout(timer)
    process.off('exit', this.#killAtExit)
    this.tree?.stop()
    this.tree?.kill()
  }

  kill(): void {
    this.tree?.kill()
    this.#child.kill('SIGKILL')
  }
}
