import type { LinkableModule } from './linkable.ts'

const own = /__vite_ssr_exportName__\("((?:[^"\\]|\\.)*)"/g
const all =
  /const (__vite_ssr_import_\d+__) = await __vite_ssr_import__\("((?:[^"\\]|\\.)*)"[^\n]*\n__vite_ssr_exportAll__\(\1\)/g

/** Every name a linked module exports, through `export *`, too. */
export function exportedNames(
  module: LinkableModule,
  find: (url: string) => LinkableModule | undefined,
  seen: Set<LinkableModule> = new Set(),
): Set<string> {
  const names = new Set<string>()
  if (seen.has(module)) return names
  seen.add(module)
  for (const [, name] of module.code.matchAll(own))
    if (name) names.add(JSON.parse(`"${name}"`) as string)
  for (const [, , url] of module.code.matchAll(all)) {
    const source = url === undefined ? undefined : find(url)
    if (!source) continue
    for (const name of exportedNames(source, find, seen)) if (name !== 'default') names.add(name)
  }
  return names
}
