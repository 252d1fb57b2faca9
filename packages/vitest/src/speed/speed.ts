import type { ViteDevServer } from 'vite'
import type { TestProject } from 'vitest/node'
import type { LiveSession } from '../slot.ts'
import type { StockParent, StockProjectBrowser } from '../vitest-internals.ts'
import { chunkPath, GraphLinker } from './graph-linker.ts'
import { isSpeedOn } from './is-speed-on.ts'
import { createLinkMiddleware } from './link-middleware.ts'
import { createLinkedCodeMiddleware, type SpeedDoor } from './linked-code.ts'
import {
  createModuleCacheMiddleware,
  pagesAreFresh,
  pagesMayBeFresh,
  stampEditedModules,
} from './module-cache.ts'
import { mapLinkedStacks } from './source-maps.ts'
import { runtimePath } from './runtime.ts'
import { Runtimes } from './runtimes.ts'
import { mayLink, TesterPlans } from './tester-plans.ts'

/** What makes isolated files cheap on one Vite server. */
export interface Speed {
  /** Which version a page asks for if the modules of its test file come linked. */
  linkedVersion: (session: LiveSession, testFile: string) => Promise<string | undefined>
  /**
   * Transforms the page of a project's testers. Vite would go on through all modules of the runtime,
   * which is linked and kept from run to run.
   */
  withoutWarmUp: (project: TestProject, transform: () => Promise<string>) => Promise<string>
  /** Looks through the next files while the browser has something to do: the first one while it starts. */
  lookAhead: (
    project: TestProject,
    waiting: () => readonly string[],
    browserIs: 'starting' | 'running',
  ) => void
  /** The page of a tester, with everything it runs before its tests in one file where that is safe. */
  template: (browser: StockProjectBrowser, html: string) => Promise<string>
  /** The source map of a test file as it was served to the page, where that is not Vite's own. */
  servedMap: (file: string) => unknown
}

const off: Speed = {
  linkedVersion: () => Promise.resolve(undefined),
  withoutWarmUp: (_project, transform) => transform(),
  lookAhead: () => undefined,
  template: (_browser, html) => Promise.resolve(html),
  servedMap: () => undefined,
}

export function installSpeed(parent: StockParent, server: ViteDevServer, door: SpeedDoor): Speed {
  if (!isSpeedOn(parent)) return off

  stampEditedModules(server)
  const originalMap = parent.stackTraceOptions.getSourceMap
  const runtimes = new Runtimes(server)
  skipWarmUp(server, (url) => runtimes.has(url))
  const linker = new GraphLinker(server, originalMap, (url) => runtimes.has(url))
  const plans = new TesterPlans(linker)
  mapLinkedStacks(parent, linker, plans)
  const fresh = (): boolean => pagesAreFresh(parent)
  const isLean = (project: TestProject): boolean => pagesMayBeFresh(parent) && mayLink(project)
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
    async withoutWarmUp(project, transform) {
      const options = server.config.server
      const { preTransformRequests } = options
      if (isLean(project)) options.preTransformRequests = false
      try {
        return await transform()
      } finally {
        options.preTransformRequests = preTransformRequests
      }
    },
    lookAhead: (project, waiting, browserIs) => {
      if (!isLean(project) || !runtimes.isLinked) return
      void (browserIs === 'starting' ? plans.lookAtFirst(waiting()) : plans.lookAhead(waiting))
    },
    template: (browser, html) =>
      isLean(browser.project) ? runtimes.template(parent, html) : Promise.resolve(html),
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

/** Vite warms up whatever a test file imports, and so all of Vitest, which pages have in their runtime. */
function skipWarmUp({ environments }: ViteDevServer, isRuntime: (url: string) => boolean): void {
  const { client } = environments
  const warmUp = client.warmupRequest.bind(client)
  client.warmupRequest = async (url) => {
    if (!isRuntime(url)) await warmUp(url)
  }
}
