import { AsyncLocalStorage } from 'node:async_hooks'
import type { TestProject, TestSpecification, Vitest } from 'vitest/node'
import { internals, type RunResult } from '../vitest-internals.ts'

/** A run that Vitest was told to do and has not finished. */
interface Run {
  readonly specifications: readonly TestSpecification[]
  readonly since: number
}

interface TabRun {
  readonly specifications: TestSpecification[]
  readonly result: Promise<RunResult>
}

/**
 * Follows Vitest's runs from the moment they are asked for. Vitest itself knows of a run only once
 * it has begun, so the terminal's `r` and the tab's Rerun at the same moment would run every file twice.
 */
export class RunLedger {
  readonly #vitest: Vitest
  /** Whether somebody who asks for a run means one that has not begun, whoever else asks for it. */
  readonly #joins = new AsyncLocalStorage<boolean>()
  readonly #pending = new Set<Promise<unknown>>()
  readonly #runs = new Set<Run>()
  readonly #starts = new WeakMap<TestProject, Map<string, number>>()
  /** What a tab's Rerun is about to run, or runs. */
  #tabRun: TabRun | undefined
  #clock = 0

  constructor(vitest: Vitest) {
    this.#vitest = vitest
    const core = internals(vitest)
    const rerunFiles = core.rerunFiles.bind(vitest)
    const runFiles = core.runFiles.bind(vitest)
    core.rerunFiles = (files, trigger, ...rest) => {
      // With a reason, such as new snapshots, it is a run of its own.
      const joins = trigger === undefined && core.runningPromise === undefined
      return this.#follow(this.#joins.run(joins, () => rerunFiles(files, trigger, ...rest)))
    }
    core.runFiles = (specifications, allTestsRun) => {
      const tabRun = this.#tabRun
      const run = (left: TestSpecification[]): Promise<RunResult> =>
        this.#note(left, () => runFiles(left, allTestsRun))
      return this.#follow(
        !tabRun || tabRun.specifications === specifications
          ? run(specifications)
          : this.#afterTab(tabRun, specifications, run),
      )
    }
  }

  /** The moment, to ask later what was started after it. */
  now(): number {
    return this.#clock
  }

  noteStart(project: TestProject, file: string): void {
    const starts = this.#starts.get(project) ?? new Map<string, number>()
    this.#starts.set(project, starts.set(file, ++this.#clock))
  }

  wasStartedSince(project: TestProject, file: string, since: number): boolean {
    return (this.#starts.get(project)?.get(file) ?? 0) > since
  }

  /** Files that the run under way has for a project and has not started. */
  waitingFiles(project: TestProject): string[] {
    const [run] = this.#runs
    if (!run) return []
    return run.specifications
      .filter(
        (it) => it.project === project && !this.wasStartedSince(project, it.moduleId, run.since),
      )
      .map((it) => it.moduleId)
  }

  /** Runs what `choose` names once no run is under way or asked for. */
  async runForTab(choose: () => Promise<TestSpecification[]>): Promise<void> {
    for (;;) {
      await this.#idle()
      const specifications = await choose()
      if (specifications.length === 0) return
      // Choosing took a moment.
      if (this.#isIdle()) return this.#start(specifications)
    }
  }

  async #start(specifications: TestSpecification[]): Promise<void> {
    const all = this.#vitest.state.getTestModules().length <= specifications.length
    const result = Promise.withResolvers<RunResult>()
    result.promise.catch(() => undefined)
    const tabRun: TabRun = { specifications, result: result.promise }
    this.#tabRun = tabRun
    result.resolve(this.#follow(this.#vitest.rerunTestSpecifications(specifications, all)))
    try {
      await result.promise
    } finally {
      if (this.#tabRun === tabRun) this.#tabRun = undefined
    }
  }

  /** Runs what the tab's run does not have, once that is through. Two runs at once would share the tab. */
  async #afterTab(
    tabRun: TabRun,
    specifications: TestSpecification[],
    run: (left: TestSpecification[]) => Promise<RunResult>,
  ): Promise<RunResult> {
    const covered = this.#joins.getStore() ? tabRun.specifications : []
    const left = specifications.filter((it) => !covered.some((other) => isSame(it, other)))
    if (left.length === 0) return tabRun.result
    await tabRun.result.catch(() => undefined)
    return run(left)
  }

  async #note<Result>(
    specifications: readonly TestSpecification[],
    work: () => Promise<Result>,
  ): Promise<Result> {
    const run: Run = { specifications, since: this.#clock }
    this.#runs.add(run)
    try {
      return await work()
    } finally {
      this.#runs.delete(run)
    }
  }

  #follow<Result>(work: Promise<Result>): Promise<Result> {
    this.#pending.add(work)
    const done = (): void => {
      this.#pending.delete(work)
    }
    work.then(done, done)
    return work
  }

  #isIdle(): boolean {
    return this.#pending.size === 0 && internals(this.#vitest).runningPromise === undefined
  }

  async #idle(): Promise<void> {
    while (!this.#isIdle()) {
      await Promise.allSettled([...this.#pending, internals(this.#vitest).runningPromise])
    }
  }
}

function isSame(one: TestSpecification, other: TestSpecification): boolean {
  return one.project === other.project && one.moduleId === other.moduleId
}
