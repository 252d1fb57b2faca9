import type { ViteDevServer } from 'vite'
import type { LiveSession } from '../slot.ts'
import type { StockParent, StockProjectBrowser } from '../vitest-internals.ts'
import { GraphLinker } from './graph-linker.ts'
import { isSpeedOn } from './is-speed-on.ts'
import { createLinkMiddleware } from './link-middleware.ts'
import { createModuleCacheMiddleware, pagesAreFresh, stampEditedModules } from './module-cache.ts'
import { mapLinkedStacks } from './source-maps.ts'
import { createRuntimeMiddleware, Runtimes } from './runtimes.ts'
import { mayLink, TesterPlans } from './tester-plans.ts'

/** What makes isolated files cheap on one Vite server. */
export interface Speed {
  /** Whether the modules of a session's test file come linked. */
  isLinked: (session: LiveSession, testFile: string) => Promise<boolean>
  /** Uses the time while a file runs. */
  lookAhead: (session: LiveSession, waiting: () => readonly string[]) => void
  /** The page of a tester, with everything it runs before its tests in one file where that is safe. */
  template: (browser: StockProjectBrowser, html: string) => Promise<string>
  /** The source map of a test file as it was served to the page, where that is not Vite's own. */
  servedMap: (file: string) => unknown
}

const off: Speed = {
  isLinked: () => Promise.resolve(false),
  lookAhead: () => undefined,
  template: (_browser, html) => Promise.resolve(html),
  servedMap: () => undefined,
}

export function installSpeed(parent: StockParent, server: ViteDevServer): Speed {
  const projects = () => [...parent.children].map((child) => child.project)
  if (!isSpeedOn(parent)) return off

  stampEditedModules(server)
  const originalMap = parent.stackTraceOptions.getSourceMap
  const runtimes = new Runtimes(server)
  const linker = new GraphLinker(server, originalMap, (url) => runtimes.has(url))
  const plans = new TesterPlans(linker)
  mapLinkedStacks(parent, linker, plans)
  const fresh = (): boolean => pagesAreFresh(parent)
  server.middlewares.use(createRuntimeMiddleware(runtimes))
  server.middlewares.use(
    createLinkMiddleware(linker, plans, () => (fresh() && runtimes.isLinked ? projects() : [])),
  )
  server.middlewares.use(createModuleCacheMiddleware(fresh))
  return {
    isLinked: (session, testFile) =>
      plans.decide(
        session.meta.project,
        testFile,
        fresh() && runtimes.isLinked && !isAskedByLine(session),
      ),
    lookAhead: (session, waiting) => {
      if (fresh()) void plans.lookAhead(session.meta.project, waiting)
    },
    template: (browser, html) =>
      fresh() && mayLink(browser.project) ? runtimes.template(parent, html) : Promise.resolve(html),
    servedMap: (file) => {
      const linked = plans.served(file)
      return linked && { version: 3, ...linked.placesMap() }
    },
  }
}

/** Vitest finds `file.test.ts:8` by the lines of what is served, which linking moves. */
function isAskedByLine({ meta }: LiveSession): boolean {
  const files = meta.slot.attempt?.options.files ?? []
  return files.some(({ testLocations }) => Array.isArray(testLocations) && testLocations.length > 0)
}
