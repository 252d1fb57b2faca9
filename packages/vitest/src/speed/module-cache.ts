import type { Connect, ViteDevServer } from 'vite'
import type { StockParent } from '../vitest-internals.ts'

const forever = 'public, max-age=31536000, immutable'

/** A mock's stand-in says something else for every test file. */
const changing = /^\/@id\/__x00__vitest-mock:|[?&]browserv=/

/**
 * Lets a browser keep every module that it loaded. An edited module gets a new address,
 * and so does everything that imports it, because their code names the new address.
 */
export function stampEditedModules(server: ViteDevServer): void {
  const { moduleGraph } = server.environments.client
  const invalidate = moduleGraph.invalidateModule.bind(moduleGraph)
  moduleGraph.invalidateModule = (module, seen, timestamp, _isHmr, soft) => {
    // Vite stamps what its own HMR invalidates; Vitest's watcher does not go through that.
    invalidate(module, seen, timestamp, true, soft)
  }
}

/**
 * Marks modules as immutable where that is safe: in a browser profile that does not outlive the process,
 * and where mocks have addresses of their own.
 */
export function createModuleCacheMiddleware(mayCache: () => boolean): Connect.NextHandleFunction {
  return function livetabModuleCache(req, res, next) {
    const url = req.url ?? ''
    if (
      req.method !== 'GET' ||
      req.headers['sec-fetch-dest'] !== 'script' ||
      changing.test(url) ||
      !mayCache()
    ) {
      next()
      return
    }
    const setHeader = res.setHeader.bind(res)
    // Vite says `no-cache` just when it has the module; errors have no such header and are never kept.
    res.setHeader = (name, value) =>
      setHeader(name, name === 'Cache-Control' && value === 'no-cache' ? forever : value)
    next()
  }
}

/** Whether pages of this server come with a profile of their own, and mocks with addresses of theirs. */
export function pagesAreFresh(parent: StockParent): boolean {
  return [...parent.children].every((child) => {
    const provider = child.config.browser.provider as
      | { name: string; options?: { persistentContext?: unknown; connectOptions?: unknown } }
      | undefined
    return (
      provider?.name === 'playwright' &&
      !provider.options?.persistentContext &&
      child.state.usesImportMaps(child.config)
    )
  })
}
