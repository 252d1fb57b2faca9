import { assetsPath } from '@livetab/server'
import type { StockParent } from '../vitest-internals.ts'
import { chunkPath, type GraphLinker } from './graph-linker.ts'
import type { TesterPlans } from './tester-plans.ts'

/** Leads stack traces of linked files back to their sources, and leaves out frames of our own. */
export function mapLinkedStacks(parent: StockParent, linker: GraphLinker, plans: TesterPlans): void {
  const { stackTraceOptions } = parent
  const { getSourceMap } = stackTraceOptions
  stackTraceOptions.getSourceMap = (id) => {
    const linked = id.startsWith(chunkPath)
      ? linker.chunk(id.slice(chunkPath.length).replace(/\.js$/, ''))
      : plans.served(id)
    return linked ? { version: 3, ...linked.map() } : getSourceMap(id)
  }
  const parseErrorStacktrace = parent.parseErrorStacktrace.bind(parent)
  const parseStacktrace = parent.parseStacktrace.bind(parent)
  parent.parseErrorStacktrace = (...args) => withoutOurs(parseErrorStacktrace(...args))
  parent.parseStacktrace = (...args) => withoutOurs(parseStacktrace(...args))
}

function withoutOurs<Frame extends { file: string }>(frames: Frame[]): Frame[] {
  return frames.filter((frame) => !frame.file.startsWith(assetsPath))
}
