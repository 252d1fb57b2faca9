import type { ViteDevServer } from 'vite'
import { moduleRunnerTransform } from 'vite'

/** A module that can be linked: as a function, with what it needs. */
export interface LinkableModule {
  readonly url: string
  readonly id: string
  readonly code: string
  /** From the function's lines to the source; `sources` are absolute. */
  readonly map: () => ModuleMap | undefined
  /** Everything it imports, dynamically, too. */
  readonly imports: readonly string[]
  readonly staticImports: readonly string[]
}

export interface ModuleMap {
  readonly mappings: string
  readonly sources: readonly string[]
  readonly sourcesContent?: readonly (string | null)[]
  readonly names: readonly string[]
}

/** Code whose meaning depends on being a module of its own, or on what a test mocks. */
const unlinkable =
  /\bimport\.meta\.vitest\b|\b__vitest_mocker__\b|\bvi(?:test)?\.(?:mock|doMock|unmock|doUnmock|importActual|importMock|resetModules)\b/

const dynamicImport = /__vite_ssr_dynamic_import__\(/g

const known = new WeakMap<object, Promise<LinkableModule | undefined>>()

/**
 * Transforms a module as Vite would serve it
 * and, if that can be done without changing its meaning, into a function.
 * Vitest's own runtime is written to be loaded once and asks for no such care.
 */
export async function linkableModule(
  server: ViteDevServer,
  url: string,
  sourceMap: (id: string) => unknown,
  isRuntime = false,
): Promise<LinkableModule | undefined> {
  const { client } = server.environments
  const request = requestUrl(url)
  const result = await client.transformRequest(request)
  if (!result) return undefined
  let module = known.get(result)
  if (!module) {
    const id = (await client.moduleGraph.getModuleByUrl(request))?.id ?? request
    module = transform(url, id, result.code, sourceMap, isRuntime)
    known.set(result, module)
  }
  return module
}

async function transform(
  url: string,
  id: string,
  code: string,
  sourceMap: (id: string) => unknown,
  isRuntime: boolean,
): Promise<LinkableModule | undefined> {
  if (!isRuntime && unlinkable.test(code)) return undefined
  const inMap = sourceMap(id) as Parameters<typeof moduleRunnerTransform>[1]
  const linked = await moduleRunnerTransform(code, inMap ?? null, id, code)
  if (!linked) return undefined
  const dynamic = linked.dynamicDeps ?? []
  // Where a dynamic import leads must be known: a module outside would be a second one of its kind.
  if (!isRuntime && (linked.code.match(dynamicImport)?.length ?? 0) > dynamic.length)
    return undefined
  const { map } = linked
  return {
    url,
    id,
    code: linked.code,
    map: () => (map && 'sources' in map && map.mappings ? absolute(map, id) : undefined),
    imports: [...(linked.deps ?? []), ...dynamic],
    staticImports: linked.deps ?? [],
  }
}

/** What Vite's middleware makes of an address before it looks for the module. */
function requestUrl(url: string): string {
  const plain = url.replace(/([?&])import(?:&|$)/, '$1').replace(/[?&]$/, '')
  return plain.startsWith('/@id/') ? plain.slice('/@id/'.length).replace('__x00__', '\0') : plain
}

function absolute(map: ModuleMap, id: string): ModuleMap {
  const file = id.split('?')[0] ?? id
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  return {
    ...map,
    sources: map.sources.map((source) =>
      source && !source.startsWith('/') && !/^\w+:/.test(source)
        ? new URL(source, `file://${folder}`).pathname
        : source,
    ),
  }
}
