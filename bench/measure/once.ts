import type { ChildEnvironment } from '../child/environment.ts'
import type { RunResult, TrafficCounts } from '../child/events.ts'
import type { Expected } from '../suites/suite.ts'
import type { CpuByKind, MemoryByKind } from './process-tree.ts'
import { findFaults } from './validate.ts'
import { VitestProcess } from './vitest-process.ts'

/** What one run of a variant gave. Times in milliseconds, CPU in seconds, memory in bytes. */
export interface RunSample {
  /** From starting Vitest to its end; in watch mode from saving a file to its result. */
  wallMs: number
  /** From starting Vitest to the start of the first test. */
  firstTestMs: number
  /** From the start of the first test to the end of the run. */
  testingMs: number
  workers: number
  cpu?: CpuByKind
  peakMemory?: MemoryByKind
  traffic?: TrafficCounts
  /** Medians by kind of edit, in watch mode. */
  edits?: Record<string, number>
}

export interface RunRequest {
  folder: string
  expected: Expected
  environment: ChildEnvironment
  /** Read memory in every n-th sample of the processes; leave it out where time counts. */
  memoryEvery?: number
  nodeArgs?: string[]
}

const runDeadlineMs = 20 * 60_000
const closeDeadlineMs = 10_000

/** A finished run together with the process, for callers that want its samples. */
export interface FinishedRun {
  sample: RunSample
  result: RunResult
  process: VitestProcess
}

/** Runs a suite once with `vitest run`. Throws unless the result is exactly what was generated. */
export async function runOnce(request: RunRequest): Promise<FinishedRun> {
  const { folder, expected, environment, memoryEvery, nodeArgs } = request
  const vitest = new VitestProcess({
    folder,
    environment,
    command: 'run',
    nodeArgs,
    memoryEvery,
  })
  let workers = 0
  let result: RunResult | undefined
  let traffic: TrafficCounts | undefined
  vitest.onEvent((event) => {
    if (event.type === 'init') workers = event.workers
    else if (event.type === 'run-end') {
      result = event.result
      // The last look before the processes end.
      vitest.tree?.sample({ memory: true })
    } else traffic = event.traffic
  })
  const deadline = setTimeout(() => vitest.kill(), runDeadlineMs)
  const exitCode = await vitest.exited
  const wallMs = Date.now() - vitest.startedAt
  clearTimeout(deadline)
  await vitest.close(closeDeadlineMs)
  if (!result) throw vitest.broken(`ended with code ${exitCode} and no result`)
  const faults = findFaults(result, expected, exitCode, environment.variant)
  if (faults.length > 0) throw vitest.broken(faults.join('\n'))
  const sample: RunSample = {
    wallMs,
    firstTestMs: result.firstTestAt - vitest.startedAt,
    testingMs: result.endedAt - result.firstTestAt,
    workers,
    cpu: vitest.tree?.cpu,
    peakMemory: vitest.tree?.peakMemory,
    traffic,
  }
  return { sample, result, process: vitest }
}
