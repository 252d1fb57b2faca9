import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Code, Nodes, Root } from 'mdast'
import { remark } from 'remark'
import remarkGfm from 'remark-gfm'
import { visit } from 'unist-util-visit'

export const root: string = fileURLToPath(new URL('../../..', import.meta.url))

export interface Page {
  /** From the repository's root. */
  readonly path: string
  readonly text: string
  readonly tree: Root
}

export interface Block {
  readonly page: string
  readonly line: number
  readonly language: string
  readonly code: string
}

const parser = remark().use(remarkGfm)

/** Everything that people read: the README and its likes, the site, and what npm shows of the packages. */
export const pagePaths: readonly string[] = globSync(
  [
    'README.md',
    'CONTRIBUTING.md',
    'docs/**/*.md',
    '{packages,examples}/*/README.md',
    'examples/README.md',
  ],
  { cwd: root },
)
  .map((path) => path.replaceAll('\\', '/'))
  .toSorted()

export function readPage(path: string): Page {
  const text = readFileSync(join(root, path), 'utf8')
  return { path, text, tree: parser.parse(text) }
}

export function readPages(): Page[] {
  return pagePaths.map((path) => readPage(path))
}

export function blocksOf({ path, tree }: Page): Block[] {
  const blocks: Block[] = []
  visit(tree, 'code', (node: Code) => {
    blocks.push({
      page: path,
      line: node.position?.start.line ?? 0,
      language: node.lang ?? '',
      code: node.value,
    })
  })
  return blocks
}

/** All nodes of a kind, with the line they are on. */
export function nodesOf<Type extends Nodes['type']>(
  { tree }: Page,
  type: Type,
): Extract<Nodes, { type: Type }>[] {
  const found: Extract<Nodes, { type: Type }>[] = []
  visit(tree, type, (node) => {
    found.push(node as Extract<Nodes, { type: Type }>)
  })
  return found
}

/** Where something is, as editors and terminals make a link of it. */
export function at({ page, line }: Pick<Block, 'page' | 'line'>): string {
  return `${page}:${line}`
}
