import type { StockParent } from '../vitest-internals.ts'
import { chunkPath, type GraphLinker } from './graph-linker.ts'
import type { TesterPlans } from './tester-plans.ts'

/** Leads stack traces of linked files back to their sources. */
export function mapLinkedStacks(
  parent: StockParent,
  linker: GraphLinker,
  plans: TesterPlans,
): void {
  const { stackTraceOptions } = parent
  const { getSourceMap } = stackTraceOptions
  stackTraceOptions.getSourceMap = (id) => {
    const linked = id.startsWith(chunkPath)
      ? linker.chunk(id.slice(chunkPath.length).replace(/\.js$/, ''))
      : plans.served(id)
    return linked ? { version: 3, ...linked.map() } : getSourceMap(id)
  }
}
