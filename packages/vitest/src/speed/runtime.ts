import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clientDirectory } from '@livetab/client'
import { assetsPath } from '@livetab/server'
import type { ViteDevServer } from 'vite'
import { exportedNames } from './exported-names.ts'
import { type LinkableModule, linkableModule } from './linkable.ts'
import { linkerName, writeLinkedFile } from './linked-file.ts'
import type { StoredRuntime } from './runtime-store.ts'

/** Vitest leaves frames of such files out of every stack trace. */
export const runtimePath: string = `${assetsPath}__vitest_browser__/`

const viteClient = '/@vite/client'
const viteEnv = '/@vite/env'

/** Everything a tester runs before its tests, in one file. */
export interface Runtime {
  /** Where the file is. */
  readonly url: string
  readonly code: string
  /** Runs it, once it is loaded. */
  readonly start: string
  /** Addresses that plain modules import the runtime by, and what they get instead: the same modules. */
  readonly importMap: Readonly<Record<string, string>>
  readonly facade: (name: string) => string | undefined
  readonly has: (url: string) => boolean
}

/** Links Vitest's tester and all it imports. `entries` run in order. */
export async function linkRuntime(
  server: ViteDevServer,
  entries: readonly string[],
): Promise<StoredRuntime> {
  const modules = new Map<string, LinkableModule>()
  const lean = await link(server, `/@fs/${join(clientDirectory, 'vite-client.js')}`)
  modules.set(viteClient, { ...lean, url: viteClient })
  let frontier = [...new Set([viteEnv, ...entries])]
  while (frontier.length > 0) {
    const linked = await Promise.all(frontier.map((url) => link(server, url)))
    for (const module of linked) modules.set(module.url, module)
    const imports = new Set(linked.flatMap((module) => module.staticImports))
    frontier = [...imports].filter((url) => url.startsWith('/') && !modules.has(url))
  }
  const all = [...modules.values()]
  const linker = await readFile(join(clientDirectory, 'linker.js'), 'utf8')
  // Names of ours must not become the page's.
  const { code } = writeLinkedFile([`(() => {${linker}})()`], all, [])
  return {
    code,
    entries: [viteEnv, ...entries],
    modules: all.map((module) => ({
      url: module.url,
      names: [...exportedNames(module, (url) => modules.get(url))],
    })),
  }
}

export function openRuntime({ code, entries, modules }: StoredRuntime): Runtime {
  const version = createHash('sha256').update(code).digest('hex').slice(0, 24)
  const url = `${runtimePath}${version}.js`
  const urls = new Set(modules.map((module) => module.url))
  const facades = new Map(modules.map((module, index) => [`${version}-${index}`, module]))
  return {
    url,
    code,
    start: entries
      .map((entry) => `await ${linkerName}.run(${JSON.stringify(entry)}, import.meta.resolve)`)
      .join(';'),
    importMap: Object.fromEntries(
      [...facades].map(([name, module]) => [module.url, `${runtimePath}${name}.js`]),
    ),
    facade(name) {
      const module = facades.get(name)
      return module && writeFacade(module.url, module.names)
    },
    has: (address) => urls.has(address),
  }
}

/** Stack frames of the runtime are never shown, so its modules need no source maps. */
async function link(server: ViteDevServer, url: string): Promise<LinkableModule> {
  const module = await linkableModule(server, url, () => undefined, true)
  if (!module) throw new Error(`[livetab] Vitest's "${url}" could not be linked.`)
  return module
}

/** A plain module with a linked module's exports. */
function writeFacade(url: string, names: readonly string[]): string {
  const exports = names.map((name, index) =>
    name === 'default'
      ? 'export default module.default;'
      : `const _${index} = module[${JSON.stringify(name)}]; export { _${index} as ${JSON.stringify(name)} };`,
  )
  return [
    `const module = await ${linkerName}.run(${JSON.stringify(url)}, import.meta.resolve);`,
    ...exports,
    '',
  ].join('\n')
}
