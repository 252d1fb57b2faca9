import { internals, type Wire } from '../vitest-internals.ts'
import { assertOwnTasks } from './own-task.ts'
import type { RpcContext } from './rpc-context.ts'
import type { DiagnosticHandlers } from './tester-contract.ts'

/** Logs and errors that belong to no test. */
export function createDiagnosticHandlers(context: RpcContext): DiagnosticHandlers {
  const { vitest, parent } = context
  return {
    onUnhandledError(error: unknown, type: string): void {
      if (error && typeof error === 'object') {
        Reflect.set(error, 'stacks', parent.parseErrorStacktrace(error as never))
      }
      const report = (): void => {
        vitest.state.catchError(error, type)
      }
      const { attempt } = context.session.meta.slot
      if (attempt) attempt.noteErrors(report)
      else report()
    },
    async sendLog(method: 'run' | 'collect', log: Wire) {
      assertLog(context, log)
      if (method === 'collect') vitest.state.updateUserLog(log)
      else await internals(vitest)._testRun.log(log)
    },
    debug(...args: string[]): void {
      vitest.logger.console.debug(...args)
    },
  }
}

function assertLog(context: RpcContext, log: unknown): void {
  const { type, content, taskId } = (log ?? {}) as Record<string, unknown>
  if ((type !== 'stdout' && type !== 'stderr') || typeof content !== 'string') {
    throw new TypeError('[livetab] The log is none.')
  }
  assertOwnTasks(context, [taskId])
}
