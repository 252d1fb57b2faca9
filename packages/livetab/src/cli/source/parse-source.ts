import { parse } from '@babel/parser'
import type { File, Node } from '@babel/types'

/** A file of JavaScript or TypeScript, as text and as a tree. */
export interface Source {
  readonly file: string
  readonly code: string
  readonly ast: File
}

/** Throws a SyntaxError where the file has a mistake. */
export function parseSource(file: string, code: string): Source {
  const typescript = /\.[cm]?tsx?$/.test(file)
  const ast = parse(code, {
    sourceType: 'unambiguous',
    allowReturnOutsideFunction: true,
    plugins: typescript ? ['typescript', 'decorators'] : ['jsx'],
  })
  return { file, code, ast }
}

/** The node's own text. */
export function textOf(source: Source, node: Node): string {
  return source.code.slice(startOf(node), endOf(node))
}

export function startOf(node: Node): number {
  return node.start ?? 0
}

export function endOf(node: Node): number {
  return node.end ?? 0
}

/** Every node of the tree, parents first; below those that are skipped, none. */
export function* nodesOf(root: Node, skip?: (node: Node) => boolean): Generator<Node> {
  yield root
  for (const [key, value] of Object.entries(root)) {
    if (key === 'loc' || key.endsWith('Comments')) continue
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child) && !skip?.(child)) yield* nodesOf(child, skip)
    }
  }
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'
  )
}
