import { inlineJson } from '@livetab/server'
import type { Runtime } from './runtime.ts'

const moduleScript = /<script\b[^>]*\btype="module"[^>]*\bsrc="([^"]+)"[^>]*><\/script>\s*/g
const preload =
  /<link\b[^>]*\brel="modulepreload"[^>]*\bhref="\/__vitest_browser__\/[^"]*"[^>]*>\s*/g
const preloadReversed =
  /<link\b[^>]*\bhref="\/__vitest_browser__\/[^"]*"[^>]*\brel="modulepreload"[^>]*>\s*/g

/** The scripts of Vitest's own in a tester's page, in order. Those of the user's template are left out. */
export function runtimeEntries(html: string, isRuntime: (url: string) => boolean): string[] {
  return [...html.matchAll(moduleScript)]
    .map(([, url]) => url ?? '')
    .filter((url) => isRuntime(url))
}

/** The same page with one script in place of all of them, and without Vite's client. */
export function leanTemplate(html: string, runtime: Runtime, entries: readonly string[]): string {
  const removed = new Set(['/@vite/client', ...entries])
  const last = entries.at(-1)
  const scripts = html.replace(moduleScript, (tag, url: string) => {
    if (url === last) return `<script type="module">${runtime.start}</script>\n`
    return removed.has(url) ? '' : tag
  })
  const importMap = `<script type="importmap">${inlineJson({ imports: runtime.importMap })}</script>`
  const code = `<script defer src="${runtime.url}"></script>`
  return scripts
    .replace(preload, '')
    .replace(preloadReversed, '')
    .replace(/<head\b[^>]*>/, (head) => `${head}\n${importMap}\n${code}`)
}
