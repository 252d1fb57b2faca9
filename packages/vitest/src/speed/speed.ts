import type { ViteDevServer } from 'vite'
import type { LiveSession } from '../slot.ts'
import type { StockParent } from '../vitest-internals.ts'
import { GraphLinker } from './graph-linker.ts'
import { isSpeedOn } from './is-speed-on.ts'
import { createLinkMiddleware } from './link-middleware.ts'
import { createModuleCacheMiddleware, pagesAreFresh, stampEditedModules } from './module-cache.ts'
import { mapLinkedStacks } from './source-maps.ts'
import { TesterPlans } from './tester-plans.ts'

/** What makes isolated files cheap on one Vite server. */
export interface Speed {
  /** Whether the modules of a session's test file come linked. */
  isLinked: (session: LiveSession, testFile: string) => Promise<boolean>
  /** The source map of a test file as it was served to the page, where that is not Vite's own. */
  servedMap: (file: string) => unknown
}

const off: Speed = { isLinked: () => Promise.resolve(false), servedMap: () => undefined }

export function installSpeed(parent: StockParent, server: ViteDevServer): Speed {
  const projects = () => [...parent.children].map((child) => child.project)
  if (!isSpeedOn(parent)) return off

  stampEditedModules(server)
  const originalMap = parent.stackTraceOptions.getSourceMap
  const linker = new GraphLinker(server, originalMap)
  const plans = new TesterPlans(linker)
  mapLinkedStacks(parent, linker, plans)
  const fresh = (): boolean => pagesAreFresh(parent)
  server.middlewares.use(createLinkMiddleware(linker, plans, () => (fresh() ? projects() : [])))
  server.middlewares.use(createModuleCacheMiddleware(fresh))
  return {
    isLinked: async (session, testFile) => fresh() && plans.isLinked(session.meta.project, testFile),
    servedMap: (file) => {
      const linked = plans.served(file)
      return linked && { version: 3, ...linked.firstMap() }
    },
  }
}
