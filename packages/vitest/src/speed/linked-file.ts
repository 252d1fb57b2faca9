import { decode, encode, type SourceMapMappings } from '@jridgewell/sourcemap-codec'
import { mapCallees } from './call-positions.ts'
import type { LinkableModule, ModuleMap } from './linkable.ts'

const parameters =
  '__vite_ssr_import__, __vite_ssr_dynamic_import__, __vite_ssr_exportName__, __vite_ssr_exportAll__, __vite_ssr_import_meta__'

/** What runs linked modules in the page. */
export const linkerName = '__vitest_browser_runner__.livetab'

/** Several modules in one file, and how its lines lead back to their sources. */
export interface LinkedFile {
  readonly code: string
  /** Made when somebody asks: only a stack trace does. */
  readonly map: () => ModuleMap
  /** The first module's part of the map, for the places of its tests. */
  readonly placesMap: () => ModuleMap
}

export function writeLinkedFile(
  head: readonly string[],
  modules: readonly LinkableModule[],
  tail: readonly string[],
): LinkedFile {
  const lines = ["'use strict';", ...head, `${linkerName}.define([`]
  const starts: { readonly line: number; readonly module: LinkableModule }[] = []
  let line = countLines(lines)
  for (const module of modules) {
    // In a list, functions get no names that stack traces would show.
    lines.push(`[${JSON.stringify(module.url)}, async (${parameters}) => {`)
    line += 1
    starts.push({ line, module })
    lines.push(module.code, '}],')
    line += countLines([module.code, '}],'])
  }
  lines.push('])', ...tail, '')
  let map: ModuleMap | undefined
  const code = lines.join('\n')
  return {
    code,
    map: () => (map ??= joinMaps(starts)),
    placesMap() {
      const own = joinMaps(starts.slice(0, 1))
      return { ...own, mappings: mapCallees(code, own.mappings) }
    },
  }
}

function countLines(parts: readonly string[]): number {
  return parts.reduce((sum, part) => sum + part.split('\n').length, 0)
}

/** Puts each module's mappings at the line where its function starts. */
function joinMaps(
  starts: readonly { readonly line: number; readonly module: LinkableModule }[],
): ModuleMap {
  const mappings: SourceMapMappings = []
  const sources: string[] = []
  const contents: (string | null)[] = []
  const names: string[] = []
  for (const { line, module } of starts) {
    const map = module.map()
    if (!map) continue
    while (mappings.length < line) mappings.push([])
    const firstSource = sources.length
    const firstName = names.length
    sources.push(...map.sources)
    contents.push(...(map.sourcesContent ?? map.sources.map(() => null)))
    names.push(...map.names)
    for (const segments of decode(map.mappings)) {
      mappings.push(
        segments.map((segment) => {
          if (segment.length === 1) return segment
          if (segment.length === 4)
            return [segment[0], segment[1] + firstSource, segment[2], segment[3]]
          return [
            segment[0],
            segment[1] + firstSource,
            segment[2],
            segment[3],
            segment[4] + firstName,
          ]
        }),
      )
    }
  }
  return { mappings: encode(mappings), sources, sourcesContent: contents, names }
}
