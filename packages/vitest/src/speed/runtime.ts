import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { clientDirectory } from '@livetab/client'
import { assetsPath } from '@livetab/server'
import type { ViteDevServer } from 'vite'
import { exportedNames } from './exported-names.ts'
import { type LinkableModule, linkableModule } from './linkable.ts'
import { type LinkedFile, writeLinkedFile } from './linked-file.ts'

export const runtimePath: string = `${assetsPath}runtime/`

const viteClient = '/@vite/client'

/** Everything a tester runs before its tests, in one file. */
export interface Runtime {
  /** Where the file is. */
  readonly url: string
  readonly file: LinkedFile
  /** Addresses that plain modules import the runtime by, and what they get instead: the same modules. */
  readonly importMap: Readonly<Record<string, string>>
  readonly facade: (name: string) => string | undefined
  readonly has: (url: string) => boolean
}

/** Links Vitest's tester and all it imports. `entries` run in order. */
export async function linkRuntime(
  server: ViteDevServer,
  entries: readonly string[],
  sourceMap: (id: string) => unknown,
): Promise<Runtime> {
  const modules = new Map<string, LinkableModule>()
  const lean = await link(server, `/@fs/${join(clientDirectory, 'vite-client.js')}`, sourceMap)
  modules.set(viteClient, { ...lean, url: viteClient })
  let frontier = [...new Set(['/@vite/env', ...entries])]
  while (frontier.length > 0) {
    const linked = await Promise.all(frontier.map((url) => link(server, url, sourceMap)))
    for (const module of linked) modules.set(module.url, module)
    const imports = new Set(linked.flatMap((module) => module.staticImports))
    frontier = [...imports].filter((url) => url.startsWith('/') && !modules.has(url))
  }
  const all = [...modules.values()]
  const file = writeLinkedFile(
    [`import { define, run } from "${assetsPath}linker.js";`],
    all,
    ['/@vite/env', ...entries].map((url) => `await run(${JSON.stringify(url)})`),
  )
  const version = createHash('sha256').update(file.code).digest('hex').slice(0, 24)
  const runtimeUrl = `${runtimePath}${version}.js`
  const facadeName = (index: number): string => `${version}-${index}`
  return {
    url: runtimeUrl,
    file,
    importMap: Object.fromEntries(
      all.map((module, index) => [module.url, `${runtimePath}${facadeName(index)}.js`]),
    ),
    facade(name) {
      const index = all.findIndex((_module, at) => facadeName(at) === name)
      const module = all[index]
      return module && writeFacade(runtimeUrl, module, exportedNames(module, (url) => modules.get(url)))
    },
    has: (url) => modules.has(url),
  }
}

async function link(
  server: ViteDevServer,
  url: string,
  sourceMap: (id: string) => unknown,
): Promise<LinkableModule> {
  const module = await linkableModule(server, url, sourceMap, true)
  if (!module) throw new Error(`[livetab] Vitest's "${url}" could not be linked.`)
  return module
}

/** A plain module with a linked module's exports. */
function writeFacade(runtimeUrl: string, module: LinkableModule, names: ReadonlySet<string>): string {
  const exports = [...names].map((name, index) =>
    name === 'default'
      ? 'export default module.default;'
      : `const _${index} = module[${JSON.stringify(name)}]; export { _${index} as ${JSON.stringify(name)} };`,
  )
  return [
    `import { run } from "${assetsPath}linker.js";`,
    // A script of the page's own may come first.
    `import "${runtimeUrl}";`,
    `const module = await run(${JSON.stringify(module.url)});`,
    ...exports,
    '',
  ].join('\n')
}
