/** One side of the comparison. */
export interface Variant {
  /** As written on the command line, for tables and file names. */
  name: string
  kind: 'stock' | 'livetab'
  /** Options for `livetab(provider, options)`. */
  options: Record<string, unknown>
  isolate: boolean
}

/** Commas inside `{…}` belong to a variant's options. */
function splitList(list: string): string[] {
  const names: string[] = []
  let depth = 0
  let current = ''
  for (const character of list) {
    if (character === '{') depth += 1
    if (character === '}') depth -= 1
    if (character === ',' && depth === 0) {
      names.push(current)
      current = ''
    } else current += character
  }
  return [...names, current].map((name) => name.trim()).filter((name) => name !== '')
}

function parseOptions(name: string, text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new Error(`The options of variant "${name}" are not JSON: ${text}`)
  }
}

function parseVariant(name: string): Variant {
  const [kind, ...rest] = name.split(':')
  const detail = rest.join(':')
  if (kind === 'stock' && detail === '') return { name, kind, options: {}, isolate: true }
  if (kind === 'stock' && detail === 'no-isolate')
    return { name, kind, options: {}, isolate: false }
  if (kind === 'livetab') {
    if (detail === '') return { name, kind, options: {}, isolate: true }
    if (detail === 'no-isolate') return { name, kind, options: {}, isolate: false }
    if (detail === 'off') return { name, kind, options: { speed: false }, isolate: true }
    if (detail.startsWith('{'))
      return { name, kind, options: parseOptions(name, detail), isolate: true }
  }
  throw new Error(
    `There is no variant "${name}". Write stock, stock:no-isolate, livetab, livetab:off, ` +
      'livetab:no-isolate or livetab:{"option":"value"}.',
  )
}

export function parseVariants(list: string): Variant[] {
  const variants = splitList(list).map(parseVariant)
  const names = new Set(variants.map((variant) => variant.name))
  if (names.size < variants.length)
    throw new Error(`A variant is listed twice in "${list}". Name each one once.`)
  return variants
}
