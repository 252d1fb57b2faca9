import type { MarkdownRenderer } from 'vitepress'

/** A link out of the folder leads to a file on a code host, and to nothing on the site. */
export function unlinkSources(md: MarkdownRenderer): void {
  md.core.ruler.after('inline', 'unlink-sources', ({ tokens }) => {
    for (const { children } of tokens) {
      const open: boolean[] = []
      for (const token of children ?? []) {
        if (token.type === 'link_open') open.push(leadsOut(token.attrGet('href') ?? ''))
        const isSource = token.type === 'link_open' ? open.at(-1) : false
        const wasSource = token.type === 'link_close' ? open.pop() : false
        if (!isSource && !wasSource) continue
        token.type = token.type === 'link_open' ? 'source_open' : 'source_close'
        token.tag = 'span'
        token.attrs = null
      }
    }
  })
}

function leadsOut(href: string): boolean {
  return href.startsWith('../')
}
