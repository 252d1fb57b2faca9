import { internals } from '../vitest-internals.ts'
import type { RpcContext } from './rpc-context.ts'
import type { CoverageHandlers } from './tester-contract.ts'

/** Coverage of a finished file. It counts once the file does. */
export function createCoverageHandlers(context: RpcContext): CoverageHandlers {
  return {
    onAfterSuiteRun(meta: unknown): void {
      const accept = (): void => {
        internals(context.vitest).coverageProvider?.onAfterSuiteRun(meta)
      }
      const { attempt } = context.session.meta.slot
      if (attempt) attempt.onAccepted(accept)
      else accept()
    },
  }
}
