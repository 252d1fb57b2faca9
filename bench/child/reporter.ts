import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { type RunResult, sendEvent, type TrafficCounts } from './events.ts'

const errorsKept = 3

interface BenchMeta {
  realm?: string
  stamps?: { test: number; dependency: number }
}

function summarise(
  modules: readonly TestModule[],
  unhandled: readonly { message: string }[],
  reason: string,
): RunResult {
  const endedAt = Date.now()
  const realms = new Set<string>()
  const result: RunResult = {
    files: [],
    passed: 0,
    failed: 0,
    other: 0,
    unhandled: unhandled.map((error) => error.message),
    reason,
    errors: [],
    realms: 0,
    firstTestAt: Number.POSITIVE_INFINITY,
    endedAt,
    stamps: [],
  }
  for (const module of modules) {
    const file = relative(process.cwd(), module.moduleId)
    result.files.push(file)
    result.errors.push(...module.errors().map((error) => `${file}: ${error.message}`))
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result()
      if (state === 'passed' || state === 'failed') result[state] += 1
      else result.other += 1
      for (const error of errors ?? [])
        result.errors.push(`${file} > ${test.name}: ${error.message}`)
      const meta = test.meta() as BenchMeta
      if (meta.realm) realms.add(meta.realm)
      if (meta.stamps) result.stamps.push({ file, ...meta.stamps })
      const startTime = test.diagnostic()?.startTime
      if (startTime) result.firstTestAt = Math.min(result.firstTestAt, startTime)
    }
  }
  result.errors.splice(errorsKept)
  result.realms = realms.size
  return result
}

/** Tells the bench what ran. `traffic` is read at the end of each run when requests are counted. */
export function benchReporter(traffic?: () => TrafficCounts): Reporter {
  return {
    async onInit(vitest) {
      await sendEvent({ type: 'init', workers: vitest.config.maxWorkers })
    },
    async onTestRunEnd(modules, unhandled, reason) {
      if (traffic) await sendEvent({ type: 'traffic', traffic: traffic() })
      await sendEvent({ type: 'run-end', result: summarise(modules, unhandled, reason) })
    },
  }
}
