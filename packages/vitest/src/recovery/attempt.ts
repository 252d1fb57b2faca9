import type { TesterOptions } from '@livetab/client'
import type { TestProject } from 'vitest/node'
import type { FileReport } from './file-report.ts'
import type { LateDependencies } from './late-dependencies.ts'
import { type FileTask, type Pack, type TaskEvent, taskState } from './tasks.ts'

/** Told by the page as a test begins, ahead of what the runner itself collects. */
const testBegins = 'livetab-test-begins'

/** One run of one file in one session. What it leaves behind counts only when the run came to its end. */
export class Attempt {
  readonly number: number
  readonly file: string
  readonly options: TesterOptions
  readonly report: FileReport
  readonly #project: TestProject
  readonly #dependencies: LateDependencies
  readonly #accepted: (() => unknown)[] = []
  readonly #running = new Set<string>()
  #fileId: string | undefined
  /** Unhandled errors that the attempt brought about. */
  readonly errors: unknown[] = []
  /** Set once the page began with the file. */
  started = false
  /** Set once the file's last result came. */
  finished = false
  /** Set when the page itself answered nothing for too long. */
  froze = false
  #testerLost = false

  constructor(
    number: number,
    options: TesterOptions,
    project: TestProject,
    report: FileReport,
    dependencies: LateDependencies,
  ) {
    this.number = number
    this.options = options
    this.#project = project
    this.report = report
    this.#dependencies = dependencies
    this.file = options.files[0]?.filepath ?? ''
  }

  /** Ids of the tests that were started and not finished. */
  get runningTests(): readonly string[] {
    return [...this.#running]
  }

  /** A tester's own connection was lost while the page's stayed, and the file did not finish without it. */
  get isTesterLost(): boolean {
    return this.#testerLost && !this.finished
  }

  /** Vite changed the modules that this attempt runs on. */
  get outdated(): boolean {
    return this.#dependencies.changed
  }

  async onQueued(file: FileTask): Promise<void> {
    this.started = true
    this.#fileId = file.id
    await this.report.queued(file)
  }

  async onCollected(files: readonly FileTask[]): Promise<void> {
    for (const file of files) await this.report.collected(file)
  }

  async onUpdate(packs: readonly Pack[], events: readonly TaskEvent[]): Promise<void> {
    for (const [id, result] of packs) {
      if (result?.state !== 'run') this.#running.delete(id)
    }
    const news = events.filter(([id, event]) => {
      if (event === 'test-cancel' || event === 'test-finished') this.#running.delete(id)
      if (id === this.#fileId && isLast(event)) this.finished = true
      if (event !== testBegins) return true
      this.#running.add(id)
      return false
    })
    if (packs.length === 0 && news.length === 0) return
    // Modules changed under these tests: what they found out may be about to be run again.
    if (this.outdated) this.onAccepted(() => this.report.updated(packs, news))
    else await this.report.updated(packs, news)
  }

  /** Errors that belong to no test count for the run; an attempt that is cut off takes its own back. */
  noteErrors(report: () => void): void {
    const { errorsSet } = taskState(this.#project)
    const before = errorsSet.size
    report()
    this.errors.push(...[...errorsSet].slice(before))
  }

  /** A tester's connection ended, and nobody here wanted that. */
  onTesterLost(): void {
    this.#testerLost = true
  }

  /** Postpones an effect until the file is through; an attempt that is cut off drops it. */
  onAccepted(effect: () => unknown): void {
    this.#accepted.push(effect)
  }

  async accept(): Promise<void> {
    for (const effect of this.#accepted.splice(0)) await effect()
  }
}

function isLast(event: string): boolean {
  return event === 'suite-finished' || event === 'suite-failed-early'
}
