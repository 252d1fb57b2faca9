import process from 'node:process'
import { stripVTControlCharacters } from 'node:util'
import type { SerializedError, TestError, UserConsoleLog } from 'vitest'
import type {
  ReportedHookContext,
  Reporter,
  TestCase,
  TestModule,
  TestSpecification,
  TestSuite,
  Vitest,
} from 'vitest/node'
import { dumpArtifact } from './dump-artifact.ts'
import type { Dump, ErrorDump, LogDump, ModuleDump, SuiteDump, TestDump } from './dump.ts'

type Task = TestCase | TestSuite | TestModule

/** Loaded by Vitest with `--reporter`; sends everything it hears to the process that started Vitest. */
export default class DumpReporter implements Reporter {
  #vitest: Vitest | undefined
  #events = new Map<string, Record<string, string[]>>()
  #logs = new Map<string, LogDump>()
  #specifications: string[] = []
  #coverage = false

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#events.clear()
    this.#logs.clear()
    this.#coverage = false
    this.#specifications = specifications
      .map((it) => `${it.project.name} ${it.moduleId}`)
      .toSorted()
  }

  onTestModuleQueued(module: TestModule): void {
    this.#note(module, 'queued')
  }

  onTestModuleCollected(module: TestModule): void {
    this.#note(module, 'collected')
  }

  onTestModuleStart(module: TestModule): void {
    this.#note(module, 'start')
  }

  onTestModuleEnd(module: TestModule): void {
    this.#note(module, 'end')
  }

  onTestSuiteReady(suite: TestSuite): void {
    this.#note(suite, 'suite ready')
  }

  onTestSuiteResult(suite: TestSuite): void {
    this.#note(suite, `suite ${suite.state()}`)
  }

  onTestCaseReady(test: TestCase): void {
    this.#note(test, 'ready')
  }

  onTestCaseResult(test: TestCase): void {
    this.#note(test, test.result().state)
  }

  onHookStart(hook: ReportedHookContext): void {
    this.#note(hook.entity, `${hook.name} start`)
  }

  onHookEnd(hook: ReportedHookContext): void {
    this.#note(hook.entity, `${hook.name} end`)
  }

  onCoverage(): void {
    this.#coverage = true
  }

  onUserConsoleLog(log: UserConsoleLog): void {
    const entity = log.taskId && this.#vitest?.state.getReportedEntityById(log.taskId)
    const task = entity ? `${moduleOf(entity).relativeModuleId} > ${nameOf(entity)}` : '(no task)'
    // Vitest may join or split what is printed quickly after each other.
    const key = `${task}\n${log.type}`
    const known = this.#logs.get(key)
    if (known) known.content += log.content
    else {
      this.#logs.set(key, {
        task,
        stream: log.type,
        content: log.content,
        origin: log.origin,
      })
    }
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly SerializedError[],
    reason: string,
  ): Promise<void> {
    await send({
      kind: 'run',
      reason,
      specifications: this.#specifications,
      modules: modules.map((module) => this.#module(module)).toSorted(byProjectAndFile),
      unhandledErrors: unhandledErrors
        .map(dumpError)
        .toSorted((a, b) => compare(a.message, b.message)),
      logs: [...this.#logs.values()].toSorted((a, b) =>
        compare(a.task + a.stream, b.task + b.stream),
      ),
      snapshots: this.#vitest?.snapshot.summary,
      coverage: this.#coverage,
    })
  }

  async onWatcherStart(): Promise<void> {
    await send({ kind: 'waiting' })
  }

  async onServerRestart(): Promise<void> {
    await send({ kind: 'restart' })
  }

  #note(entity: Task, event: string): void {
    const { id } = moduleOf(entity)
    const events = this.#events.get(id) ?? {}
    this.#events.set(id, events)
    const name = nameOf(entity) || '(module)'
    const known = [...(events[name] ?? []), event]
    // Vitest does not keep the order for tests in Node, which are not what is compared.
    events[name] = entity.project.isBrowserEnabled() ? known : known.toSorted()
  }

  #module(module: TestModule): ModuleDump {
    return {
      project: module.project.name,
      file: module.relativeModuleId,
      state: module.state(),
      meta: Object.keys(module.meta()).toSorted(),
      errors: module.errors().map(dumpError),
      suites: [...module.children.allSuites()].map(dumpSuite),
      tests: [...module.children.allTests()].map(dumpTest),
      events: this.#events.get(module.id) ?? {},
    }
  }
}

function dumpSuite(suite: TestSuite): SuiteDump {
  return { name: suite.fullName, state: suite.state(), errors: suite.errors().map(dumpError) }
}

function dumpTest(test: TestCase): TestDump {
  const result = test.result()
  return {
    name: test.fullName,
    state: result.state,
    note: result.state === 'skipped' ? result.note : undefined,
    mode: test.options.mode,
    tags: test.tags,
    location: test.location && `${test.location.line}:${test.location.column}`,
    errors: (result.errors ?? []).map(dumpError),
    attempts: test
      .attempts()
      .map((it) => `${it.repeatIndex}/${it.retryIndex} ${it.state} ${it.errors?.length ?? 0}`),
    annotations: test
      .annotations()
      .map((it) =>
        [it.type, it.message, it.attachment?.contentType, at(it.location)]
          .filter(Boolean)
          .join(' '),
      ),
    artifacts: test.artifacts().map(dumpArtifact),
    benchmarks: test.benchmarks().map((it) => it.tasks.map((task) => task.name).join(', ')),
    meta: Object.keys(test.meta()).toSorted(),
  }
}

function dumpError(error: TestError | SerializedError): ErrorDump {
  return {
    name: String(error.name),
    type: typeof error.type === 'string' ? error.type : undefined,
    message: plain(error.message),
    diff: typeof error.diff === 'string' ? plain(error.diff) : undefined,
    frames: (error.stacks ?? []).map((it) => `${it.method} ${it.file}:${it.line}:${it.column}`),
    test: typeof error.VITEST_TEST_NAME === 'string' ? error.VITEST_TEST_NAME : undefined,
    cause: error.cause && typeof error.cause === 'object' ? dumpError(error.cause) : undefined,
  }
}

function at(location: { file: string; line: number; column: number } | undefined): string {
  return location ? `${location.file}:${location.line}:${location.column}` : ''
}

function moduleOf(entity: Task): TestModule {
  return entity.type === 'module' ? entity : entity.module
}

function nameOf(entity: Task): string {
  return entity.type === 'module' ? '' : entity.fullName
}

function plain(text: string | undefined): string {
  return stripVTControlCharacters(text ?? '')
}

function byProjectAndFile(a: ModuleDump, b: ModuleDump): number {
  return compare(a.project, b.project) || compare(a.file, b.file)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function send(dump: Dump): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!process.send) throw new Error('The dump reporter needs an IPC channel to its parent.')
    process.send(dump, undefined, undefined, (error) => (error ? reject(error) : resolve()))
  })
}
