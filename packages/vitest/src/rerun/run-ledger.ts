import { AsyncLocalStorage } from 'node:async_hooks'
import type { TestProject, TestSpecification, Vitest } from 'vitest/node'
import { internals, type RunResult } from '../vitest-internals.ts'

/** A run that Vitest was told to do and has not finished. */
interface Run {
  readonly specifications: readonly TestSpecification[]
  readonly since: number
}

/** Who asked for a run: the tab's Rerun, or somebody who meant whatever was not running yet. */
type Asker = 'tab' | 'anew'

interface TabRun {
  readonly specifications: readonly TestSpecification[]
  readonly result: Promise<RunResult>
}

/**
 * Follows Vitest's runs from the moment they are asked for. Vitest itself knows of a run only once
 * it has begun, so the terminal's `r` and the tab's Rerun at the same moment would run every file twice.
 */
export class RunLedger {
  readonly #vitest: Vitest
  readonly #asker = new AsyncLocalStorage<Asker>()
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
      const work = (): Promise<RunResult> => rerunFiles(files, trigger, ...rest)
      return this.#follow(joins ? this.#asker.run('anew', work) : work())
    }
    core.runFiles = (specifications, allTestsRun) => {
      const tabRun = this.#tabRun
      const asker = this.#asker.getStore()
      if (!tabRun || asker === 'tab') {
        return this.#follow(this.#note(specifications, () => runFiles(specifications, allTestsRun)))
      }
      return this.#follow(
        this.#afterTab(tabRun, asker, specifications, (left) => runFiles(left, allTestsRun)),
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
  async runForTab(
    choose: () => readonly TestSpecification[] | Promise<readonly TestSpecification[]>,
  ): Promise<void> {
    for (;;) {
      await this.#idle()
      const specifications = await choose()
      if (specifications.length === 0) return
      // Choosing took a moment.
      if (this.#isIdle()) return this.#start(specifications)
    }
  }

  async #start(specifications: readonly TestSpecification[]): Promise<void> {
    const all = this.#vitest.state.getTestModules().length <= specifications.length
    const result = Promise.withResolvers<RunResult>()
    result.promise.catch(() => undefined)
    const tabRun: TabRun = { specifications, result: result.promise }
    this.#tabRun = tabRun
    const run = this.#asker.run('tab', () =>
      this.#vitest.rerunTestSpecifications([...specifications], all),
    )
    result.resolve(this.#follow(run))
    try {
      await result.promise
    } finally {
      if (this.#tabRun === tabRun) this.#tabRun = undefined
    }
  }

  /** Runs what the tab's run does not have, once that is through. Two runs at once would share the tab. */
  async #afterTab(
    tabRun: TabRun,
    asker: Asker | undefined,
    specifications: TestSpecification[],
    run: (left: TestSpecification[]) => Promise<RunResult>,
  ): Promise<RunResult> {
    const covered = asker === 'anew' ? tabRun.specifications : []
    const left = specifications.filter((it) => !covered.some((other) => isSame(it, other)))
    if (left.length === 0) return tabRun.result
    await tabRun.result.catch(() => undefined)
    return this.#note(left, () => run(left))
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
