import { pageState } from '../orchestrator/page-state.ts'

interface Test {
  readonly id: string
  readonly mode: string
  readonly result?: object
  readonly meta: object
}

interface Runner {
  /** Which version of a file is asked for. */
  hashMap?: {
    get: (file: string) => string | undefined
    set: (file: string, version: string) => void
  }
  onBeforeRunTask?: (test: Test) => unknown
  onAfterRunTask?: (test: Test) => unknown
  onTaskUpdate?: (packs: unknown[], events: unknown[]) => Promise<unknown> | undefined
}

/**
 * Vitest's runner collects what it has to tell for a tenth of a second. A test that brings its page down,
 * or never lets go of it, would take its own name with it. So each test is announced as it begins,
 * and with it the results since the last one.
 */
function announceTests(runner: Runner): void {
  const before = runner.onBeforeRunTask?.bind(runner)
  const after = runner.onAfterRunTask?.bind(runner)
  const finished: Test[] = []
  const nextTask = createNextTask()
  runner.onBeforeRunTask = async (test) => {
    if (test.mode === 'run' || test.mode === 'queued') {
      const packs = finished.splice(0).map(({ id, result, meta }) => [id, result, meta])
      const telling = runner.onTaskUpdate?.(packs, [[test.id, 'livetab-test-begins', undefined]])
      telling?.catch(() => undefined)
      // The orchestrator shares this thread and has to pass the message on before the test has it.
      await nextTask()
    }
    await before?.(test)
  }
  runner.onAfterRunTask = (test) => {
    finished.push(test)
    return after?.(test)
  }
}

/** A page that came with its test file on the way asks for just that. */
function askForPreloaded(runner: Runner): void {
  const { version } = (pageState().livetab as { version?: string } | undefined) ?? {}
  if (version) runner.hashMap = { get: () => version, set: () => undefined }
}

/** Resolves behind all messages that were posted before. Tests may replace timers, but not this. */
function createNextTask(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel()
  const waiting: (() => void)[] = []
  port1.addEventListener('message', () => waiting.shift()?.())
  port1.start()
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      port2.postMessage(null)
    })
}

// The runner is handed to the page's state when it is there; from then on it is a property like any other.
Object.defineProperty(pageState(), 'runner', {
  configurable: true,
  enumerable: true,
  get: () => undefined,
  set(this: object, runner: Runner) {
    Object.defineProperty(this, 'runner', {
      configurable: true,
      enumerable: true,
      writable: true,
      value: runner,
    })
    announceTests(runner)
    askForPreloaded(runner)
  },
})
