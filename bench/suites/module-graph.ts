import { lines, padded } from './source.ts'

export interface ModuleGraph {
  sources: Map<string, string>
  /** File name of the root module, in the graph's folder. */
  entry: string
  /** What `total()` of the root module returns when every module was loaded. */
  total: number
}

export function moduleName(index: number): string {
  return `module-${padded(index)}.ts`
}

/** A module imports two below it and one further away, so the graph is deep and shared, as in real projects. */
function childrenOf(index: number, count: number): number[] {
  const far = (index * 7 + 11) % count
  const children = [index * 2 + 1, index * 2 + 2, far]
  return [...new Set(children)].filter((child) => child > index && child < count)
}

function ownWeight(index: number): number {
  return (index % 13) + 1
}

function moduleSource(index: number, count: number): string {
  const children = childrenOf(index, count)
  return lines(
    ...children.map((child) => `import { total as total${child} } from './${moduleName(child)}'`),
    '',
    `export interface Item${index} { id: number; title: string; tags: string[]; price?: number }`,
    '',
    `const items: Item${index}[] = Array.from({ length: 8 }, (_, id) => ({`,
    `  id, title: \`item \${id} of ${index}\`, tags: ['a', 'b', String(id % 3)], price: id * ${ownWeight(index)},`,
    '}))',
    '',
    `export function find${index}(text: string): Item${index}[] {`,
    '  const wanted = text.trim().toLowerCase()',
    '  return items.filter(item => item.title.includes(wanted) || item.tags.includes(wanted))',
    '}',
    '',
    `export function sum${index}(list: readonly Item${index}[]): number {`,
    '  return list.reduce((sum, item) => sum + (item.price ?? 0), 0)',
    '}',
    '',
    `export class Cart${index} {`,
    `  #items = new Map<number, Item${index}>()`,
    `  add(item: Item${index}): this { this.#items.set(item.id, item); return this }`,
    '  get size(): number { return this.#items.size }',
    '}',
    '',
    'let known: number | undefined',
    '',
    'export function total(): number {',
    `  known ??= ${[ownWeight(index), ...children.map((child) => `total${child}()`)].join(' + ')}`,
    '  return known',
    '}',
  )
}

/** `count` TypeScript modules below one root. Every module is reachable from the root. */
export function moduleGraph(folder: string, count: number): ModuleGraph {
  const sources = new Map<string, string>()
  const totals: number[] = []
  for (let index = count - 1; index >= 0; index -= 1) {
    sources.set(`${folder}/${moduleName(index)}`, moduleSource(index, count))
    const below = childrenOf(index, count).map((child) => totals[child] ?? 0)
    totals[index] = ownWeight(index) + below.reduce((sum, total) => sum + total, 0)
  }
  return { sources, entry: moduleName(0), total: totals[0] ?? 0 }
}
