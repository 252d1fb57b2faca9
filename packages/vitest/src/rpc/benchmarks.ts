import { assertReadable, canWrite } from '../file-access.ts'
import { internals, projectInternals, type Wire } from '../vitest-internals.ts'
import { assertOwnTasks } from './own-task.ts'
import type { RpcContext } from './rpc-context.ts'
import type { BenchmarkHandlers } from './tester-contract.ts'

/** Benchmark results and the baselines they are compared with. */
export function createBenchmarkHandlers(context: RpcContext): BenchmarkHandlers {
  const { vitest, project } = context
  const { benchmark } = projectInternals(project)
  const confine = (path: unknown): void => {
    if (typeof path !== 'string') throw new TypeError('Access denied: the path is not one.')
    assertReadable(project, benchmark.resolve(path.replaceAll('\\', '/')))
  }
  return {
    async onTestBenchmark(testId: string, result: Wire) {
      assertOwnTasks(context, [testId])
      await internals(vitest)._testRun.recordBenchmark(testId, result)
    },
    async readBenchmarkResult(path: string): Promise<unknown> {
      confine(path)
      return benchmark.readResult(path)
    },
    async writeBenchmarkResult(path: string, data: unknown): Promise<void> {
      if (!canWrite(project)) {
        vitest.logger.error(
          `[livetab] The benchmark result "${path}" was not written: writing files is switched off (\`api.allowWrite\`).`,
        )
        return
      }
      confine(path)
      await benchmark.writeResult(path, data)
    },
  }
}
