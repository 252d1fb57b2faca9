import { relative, resolve } from 'pathe'
import { internals } from '../vitest-internals.ts'
import type { RpcContext } from './rpc-context.ts'
import type { CoverageHandlers } from './tester-contract.ts'

interface CoverageReport {
  readonly coverage?: unknown
  readonly environment: string
  readonly projectName?: string
  readonly testFiles: readonly string[]
}

/** Coverage of a finished file. It counts once the file does. */
export function createCoverageHandlers(context: RpcContext): CoverageHandlers {
  return {
    onAfterSuiteRun(meta: unknown): void {
      const provider = internals(context.vitest).coverageProvider
      if (!provider) return
      assertReport(context, meta, provider.coverageFilesDirectory)
      const accept = (): void => {
        internals(context.vitest).coverageProvider?.onAfterSuiteRun(meta)
      }
      const { attempt } = context.session.meta.slot
      if (attempt) attempt.onAccepted(accept)
      else accept()
    },
  }
}

/** Vitest uses these as keys of plain objects, and reads the file that a report names. */
function assertReport(context: RpcContext, meta: unknown, folder: string | undefined): void {
  if (!isReport(meta)) throw new TypeError('[livetab] The coverage report is none.')
  if ((meta.projectName ?? '') !== context.project.name) {
    context.core.debug(
      `a page of project ${context.project.name} reported coverage of another project; refused`,
    )
    throw new Error('[livetab] This page reported coverage of another project.')
  }
  if (typeof meta.coverage !== 'string' || folder === undefined) return
  const inside = relative(folder, resolve(meta.coverage))
  if (inside.startsWith('..') || inside.includes('/') || meta.coverage.includes('\0')) {
    throw new Error(`Access denied to "${meta.coverage}": it is no coverage file of this run.`)
  }
}

function isReport(meta: unknown): meta is CoverageReport {
  if (typeof meta !== 'object' || meta === null) return false
  const { environment, projectName, testFiles } = meta as Partial<
    Record<keyof CoverageReport, unknown>
  >
  return (
    typeof environment === 'string' &&
    !(environment in Object.prototype) &&
    (projectName === undefined || typeof projectName === 'string') &&
    Array.isArray(testFiles) &&
    testFiles.every((file) => typeof file === 'string')
  )
}
