import type { ViteDevServer } from 'vite'
import type { LiveSession } from '../slot.ts'
import type { StockParent, StockProjectBrowser } from '../vitest-internals.ts'
import { chunkPath, GraphLinker } from './graph-linker.ts'
import { isSpeedOn } from './is-speed-on.ts'
import { createLinkMiddleware } from './link-middleware.ts'
import { createLinkedCodeMiddleware, type SpeedDoor } from './linked-code.ts'
import { createModuleCacheMiddleware, pagesAreFresh, stampEditedModules } from './module-cache.ts'
import { mapLinkedStacks } from './source-maps.ts'
import { runtimePath } from './runtime.ts'
import { Runtimes } from './runtimes.ts'
import { mayLink, TesterPlans } from './tester-plans.ts'

/** What makes isolated files cheap on one Vite server. */
export interface Speed {
  /** Which version a page asks for if the modules of its test file come linked. */
  linkedVersion: (session: LiveSession, testFile: string) => Promise<string | undefined>
  /** Uses the time while a file runs. */
  lookAhead: (session: LiveSession, waiting: () => readonly string[]) => void
  /** The page of a tester, with everything it runs before its tests in one file where that is safe. */
  template: (browser: StockProjectBrowser, html: string) => Promise<string>
  /** The source map of a test file as it was served to the page, where that is not Vite's own. */
  servedMap: (file: string) => unknown
}

const off: Speed = {
  linkedVersion: () => Promise.resolve(undefined),
  lookAhead: () => undefined,
  template: (_browser, html) => Promise.resolve(html),
  servedMap: () => undefined,
}

export function installSpeed(parent: StockParent, server: ViteDevServer, door: SpeedDoor): Speed {
  if (!isSpeedOn(parent)) return off

  stampEditedModules(server)
  const originalMap = parent.stackTraceOptions.getSourceMap
  const runtimes = new Runtimes(server)
  const linker = new GraphLinker(server, originalMap, (url) => runtimes.has(url))
  const plans = new TesterPlans(linker)
  mapLinkedStacks(parent, linker, plans)
  const fresh = (): boolean => pagesAreFresh(parent)
  const mayLinkNow = (): boolean => fresh() && runtimes.isLinked
  server.middlewares.use(
    createLinkedCodeMiddleware(runtimePath, (name) => runtimes.code(name), door),
  )
  server.middlewares.use(
    createLinkedCodeMiddleware(chunkPath, (name) => linker.chunk(name)?.code, door),
  )
  const isSetup = (file: string): boolean =>
    [...parent.children].some((child) => child.project.config.setupFiles.includes(file))
  server.middlewares.use(createLinkMiddleware(plans, mayLinkNow, isSetup, door))
  server.middlewares.use(createModuleCacheMiddleware(fresh))
  return {
    linkedVersion: async (session, testFile) =>
      isUnderWay(session, testFile)
        ? plans.decide(session.meta.project, testFile, mayLinkNow() && !isAskedByLine(session))
        : undefined,
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

/** A frame's address says which file it is for. Nothing is looked up or noted for a file that nobody runs. */
function isUnderWay({ meta }: LiveSession, testFile: string): boolean {
  const files = meta.slot.attempt?.options.files ?? []
  return files.some(({ filepath }) => filepath === testFile)
}

/** Vitest finds `file.test.ts:8` by the lines of what is served, which linking moves. */
function isAskedByLine({ meta }: LiveSession): boolean {
  const files = meta.slot.attempt?.options.files ?? []
  return files.some(({ testLocations }) => Array.isArray(testLocations) && testLocations.length > 0)
}
