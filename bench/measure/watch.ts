import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunResult, TrafficCounts } from '../child/events.ts'
import { median } from '../report/stats.ts'
import type { WatchEdit } from '../suites/suite.ts'
import type { RunRequest, RunSample } from './once.ts'
import { findFaults } from './validate.ts'
import { VitestProcess } from './vitest-process.ts'

const editsPerKind = 5
const resultDeadlineMs = 60_000
const closeDeadlineMs = 10_000

/** Hands out the results of the runs of a watching Vitest, in order. */
class RunResults {
  readonly #ready: RunResult[] = []
  readonly #waiting: ((result: RunResult) => void)[] = []

  push(result: RunResult): void {
    const waiting = this.#waiting.shift()
    if (waiting) waiting(result)
    else this.#ready.push(result)
  }

  async next(what: string, vitest: VitestProcess): Promise<RunResult> {
    const ready = this.#ready.shift()
    if (ready) return ready
    const { promise, resolve, reject } = Promise.withResolvers<RunResult>()
    this.#waiting.push(resolve)
    const fail = (why: string): void => reject(vitest.broken(`no result of ${what}: ${why}`))
    const timer = setTimeout(() => fail(`waited ${resultDeadlineMs} ms`), resultDeadlineMs)
    void vitest.exited.then((code) => fail(`Vitest ended with code ${code}`))
    return promise.finally(() => clearTimeout(timer))
  }
}

function findEditFault(result: RunResult, edit: WatchEdit, stamp: number): string | undefined {
  const seen = result.stamps.find(({ file }) => file === edit.testFile)?.[edit.kind]
  const alone = result.files.length === 1 && result.files[0] === edit.testFile
  if (alone && result.failed === 0 && result.passed === 2 && seen === stamp) return undefined
  return (
    `after saving ${edit.file} with stamp ${stamp}, ${edit.testFile} alone must run; ` +
    `${result.files.join(', ')} ran with stamp ${seen}, ${result.failed} failed`
  )
}

/** Starts watch mode, saves one file at a time and measures the time until its result. */
export async function runWatch(
  request: RunRequest,
  edits: readonly WatchEdit[],
): Promise<RunSample> {
  const { folder, expected, environment, memoryEvery } = request
  const vitest = new VitestProcess({ folder, environment, command: 'watch', memoryEvery })
  const results = new RunResults()
  let workers = 0
  let traffic: TrafficCounts | undefined
  vitest.onEvent((event) => {
    if (event.type === 'init') workers = event.workers
    else if (event.type === 'run-end') results.push(event.result)
    else traffic = event.traffic
  })
  try {
    const first = await results.next('the first run', vitest)
    // A watching Vitest has no exit code yet; a passed run would have 0.
    const faults = findFaults(first, expected, 0, environment.variant)
    if (faults.length > 0) throw vitest.broken(faults.join('\n'))
    const times: Record<string, number[]> = {}
    for (let stamp = 1; stamp <= editsPerKind; stamp += 1) {
      for (const edit of edits) {
        const savedAt = performance.now()
        writeFileSync(join(folder, edit.file), edit.source(stamp))
        const result = await results.next(`the edit of ${edit.file}`, vitest)
        ;(times[edit.kind] ??= []).push(performance.now() - savedAt)
        const fault = findEditFault(result, edit, stamp)
        if (fault) throw vitest.broken(fault)
      }
    }
    vitest.tree?.sample({ memory: true })
    return {
      wallMs: median(Object.values(times).flat()),
      firstTestMs: first.firstTestAt - vitest.startedAt,
      testingMs: first.endedAt - first.firstTestAt,
      workers,
      cpu: vitest.tree?.cpu,
      peakMemory: vitest.tree?.peakMemory,
      traffic,
      edits: Object.fromEntries(Object.entries(times).map(([kind, ms]) => [kind, median(ms)])),
    }
  } finally {
    await vitest.close(closeDeadlineMs)
    for (const edit of edits) writeFileSync(join(folder, edit.file), edit.source(0))
  }
}
