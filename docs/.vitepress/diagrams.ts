import { renderMermaidSVG } from 'beautiful-mermaid'
import type { MarkdownRenderer } from 'vitepress'

const colours = {
  bg: 'var(--vp-c-bg)',
  fg: 'var(--vp-c-text-1)',
  line: 'var(--vp-c-text-3)',
  muted: 'var(--vp-c-text-2)',
  surface: 'var(--vp-c-bg-soft)',
  border: 'var(--vp-c-border)',
  accent: 'var(--vp-c-brand-1)',
}

/** Draws Mermaid when the site is built: nothing to load, and the colours follow the theme. */
export function drawDiagrams(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules
  if (!fence) throw new Error('The Markdown renderer has no rule for code blocks.')
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const token = tokens[index]
    if (token?.info.trim() !== 'mermaid') return fence(tokens, index, options, env, self)
    const svg = renderMermaidSVG(token.content, { ...colours, transparent: true }).replaceAll(
      // It would fetch its font.
      /@import url\([^)]*\);/g,
      '',
    )
    // As data, because a style inside of a template would be taken out.
    return `<div class="diagram" v-html="${md.utils.escapeHtml(JSON.stringify(svg))}"></div>\n`
  }
}
