import { slug } from 'github-slugger'
import { toString } from 'mdast-util-to-string'
import { at, readPage } from './pages.ts'

/** The pages that list what the product prints and shows, in blocks of plain text. */
export const cataloguePages = [
  'docs/troubleshooting.md',
  'docs/debug-output.md',
  'docs/command-line.md',
  'docs/e2e-helper.md',
]

/** One message as a page has it; `…` stands for what varies. */
export interface Entry {
  readonly where: string
  /** Of the part of the page that it is in, on the site. */
  readonly address: string
  readonly text: string
}

export function readCatalogue(): Entry[] {
  return cataloguePages.flatMap((path) => {
    const page = path.replace('docs/', '/').replace('.md', '.html')
    let anchor = ''
    return readPage(path).tree.children.flatMap((node) => {
      if (node.type === 'heading') anchor = slug(toString(node))
      if (node.type !== 'code' || node.lang !== 'text') return []
      const first = (node.position?.start.line ?? 0) + 1
      const address = `${page}#${anchor}`
      return node.value
        .split('\n')
        .map((text, index) => ({ where: at({ page: path, line: first + index }), address, text }))
    })
  })
}
