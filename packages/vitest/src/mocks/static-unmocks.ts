import type { ServerMockResolver } from '@vitest/mocker/node'
import type { ViteDevServer } from 'vite'

const known = new WeakMap<object, Promise<ReadonlySet<string>>>()

interface StaticCall {
  readonly method: string
  readonly specifier: string
}

/**
 * The modules that a test file restores with `vi.unmock`. An import map's rule cannot be taken back,
 * so a mock of theirs that a setup file made must not become one.
 */
export async function staticUnmocks(
  vite: ViteDevServer,
  resolver: ServerMockResolver,
  testFile: string,
): Promise<ReadonlySet<string>> {
  const { client } = vite.environments
  const url = /^\w:/.test(testFile) ? `/@fs/${testFile}` : testFile
  // A file that cannot be transformed says so itself when it is imported.
  const transformed = await client.transformRequest(url).catch(() => null)
  const id = (await client.moduleGraph.getModuleByUrl(url))?.id
  if (!transformed || !id) return new Set()
  let unmocks = known.get(transformed)
  if (!unmocks) {
    const meta = client.pluginContainer.getModuleInfo(id)?.meta as
      | { vitestStaticMocks?: StaticCall[] }
      | undefined
    unmocks = resolveAll(resolver, meta?.vitestStaticMocks ?? [], id)
    known.set(transformed, unmocks)
  }
  return unmocks
}

async function resolveAll(
  resolver: ServerMockResolver,
  calls: readonly StaticCall[],
  importer: string,
): Promise<ReadonlySet<string>> {
  const resolved = await Promise.all(
    calls
      .filter((call) => call.method === 'unmock')
      .map((call) => resolver.resolveId(call.specifier, importer).catch(() => null)),
  )
  return new Set(resolved.flatMap((result) => (result ? [result.id] : [])))
}
