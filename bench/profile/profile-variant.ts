import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Variant } from '../cli/variants.ts'
import type { TrafficCounts } from '../child/events.ts'
import { type FinishedRun, runOnce } from '../measure/once.ts'
import type { MeasureOptions, PreparedSuite } from '../measure/prepared-suite.ts'
import { type CpuByKind, emptyByKind, subtractCpu } from '../measure/process-tree.ts'
import { summariseTrace, traceArgs, type TraceSummary } from './chromium-trace.ts'
import { summariseNode } from './node-profile.ts'
import type { Groups, TestingWindow } from './window.ts'

export interface VariantProfile {
  variant: string
  /** Milliseconds from the first test to the end of the run, undisturbed. */
  testingMs: number
  /** CPU seconds of each kind of process in that time. */
  cpu: CpuByKind
  traffic: TrafficCounts | undefined
  node: Groups
  trace: TraceSummary
}

const profilesFolder = fileURLToPath(new URL('../.profiles/', import.meta.url))

function windowOf({ result }: FinishedRun): TestingWindow {
  return { from: result.firstTestAt, to: result.endedAt }
}

function cpuWhileTesting(run: FinishedRun): CpuByKind {
  const { tree } = run.process
  if (!tree) return emptyByKind()
  const { from, to } = windowOf(run)
  return subtractCpu(tree.cpuAt(to), tree.cpuAt(from))
}

/** Runs a variant undisturbed, then counting requests, then under Node's and Chromium's profilers. */
export async function profileVariant(
  prepared: PreparedSuite,
  variant: Variant,
  workers: number | undefined,
): Promise<VariantProfile> {
  const name = `${prepared.suite.name}-${variant.name.replaceAll(/[^\w-]+/g, '_')}`
  const folder = join(profilesFolder, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const run = async (what: string, options: MeasureOptions): Promise<FinishedRun> => {
    console.log(`${variant.name.padEnd(12)} ${what}`)
    return runOnce(prepared.prepare(variant, { workers, ...options }))
  }
  await run('warm-up', {})
  const plain = await run('undisturbed', {})
  const counted = await run('counting requests', { count: true })
  const profiled = await run('CPU profile of Node', {
    nodeArgs: ['--cpu-prof', `--cpu-prof-dir=${folder}`],
  })
  const traceFile = join(folder, 'chromium-trace.json')
  const traced = await run('trace of Chromium', { chromiumArgs: traceArgs(traceFile) })
  return {
    variant: variant.name,
    testingMs: plain.sample.testingMs,
    cpu: cpuWhileTesting(plain),
    traffic: counted.sample.traffic,
    node: summariseNode(folder, windowOf(profiled)),
    trace: await summariseTrace(traceFile, windowOf(traced)),
  }
}
