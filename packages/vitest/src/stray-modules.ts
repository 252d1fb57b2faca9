import type { EnvironmentModuleGraph, EnvironmentModuleNode } from 'vite'

/** How many may be there at once; a page that asks for a forgotten one gets it made again. */
const most = 64

/** Vite's own record of every address that a module was asked for by. It is not documented. */
interface Addresses {
  readonly _unresolvedUrlToModuleMap?: Map<string, unknown>
  readonly _hasResolveFailedErrorModules?: Set<EnvironmentModuleNode>
  _setUnresolvedUrlToModule?: (url: string, module: unknown) => void
}

/**
 * Whoever asks Vite for a module under a new query gets a module of its own, and Vite keeps all of them for good.
 * This forgets the oldest ones that no module imports, and the oldest second names of all others.
 */
export function forgetStrayModules(graph: EnvironmentModuleGraph): void {
  const internals = graph as unknown as Addresses
  const addresses = internals._unresolvedUrlToModuleMap
  const note = internals._setUnresolvedUrlToModule?.bind(graph)
  // Another Vite keeps what it keeps.
  if (!addresses || !note) return
  const strays = new Map<string, EnvironmentModuleNode>()
  let sweep: NodeJS.Immediate | undefined

  internals._setUnresolvedUrlToModule = (url, module) => {
    note(url, module)
    if (module instanceof Promise) return
    const node = module as EnvironmentModuleNode
    if (url === node.url && !node.id?.includes('?')) return
    strays.set(url, node)
    // A module knows who imports it only after it was noted.
    if (strays.size > most) sweep ??= setImmediate(forgetOldest)
  }

  function forgetOldest(): void {
    sweep = undefined
    for (const [url, node] of strays) {
      if (strays.size <= most) return
      strays.delete(url)
      const isSecondName = url !== node.url
      if (isSecondName || isStray(node)) forgetAddress(url, node)
      if (isStray(node)) forget(node)
    }
  }

  function forgetAddress(url: string, node: EnvironmentModuleNode): void {
    if (addresses?.get(url) === node) addresses.delete(url)
    if (graph.urlToModuleMap.get(url) === node) graph.urlToModuleMap.delete(url)
  }

  function forget(node: EnvironmentModuleNode): void {
    const { id, file, url, transformResult } = node
    forgetAddress(url, node)
    if (id && graph.idToModuleMap.get(id) === node) graph.idToModuleMap.delete(id)
    if (file) graph.fileToModulesMap.get(file)?.delete(node)
    const etag = transformResult?.etag
    if (etag && graph.etagToModuleMap.get(etag) === node) graph.etagToModuleMap.delete(etag)
    internals._hasResolveFailedErrorModules?.delete(node)
    for (const imported of node.importedModules) imported.importers.delete(node)
  }
}

/** Without a query there are no more modules than files, and Vitest looks for test files among them. */
function isStray(node: EnvironmentModuleNode): boolean {
  return node.importers.size === 0 && (node.id?.includes('?') ?? false)
}
