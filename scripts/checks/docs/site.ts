import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import MiniSearch from 'minisearch'
import { searchOptions } from '../../../docs/.vitepress/search.ts'
import { packageBin } from '../../setup/package-bin.mjs'
import { runCommand } from '../../setup/run-command.mjs'
import { root } from './pages.ts'

export const siteFolder: string = join(root, 'docs/.vitepress/dist')

/** Builds the site as `npm run docs` does. Throws with what it printed when it does not work. */
export async function buildSite(): Promise<void> {
  const { ok, summary } = await runCommand(process.execPath, [
    packageBin('vitepress'),
    'build',
    join(root, 'docs'),
  ])
  if (!ok) throw new Error(summary)
}

export type Search = (words: string) => string[]

/** The site's own search: addresses of the parts of pages that it finds, best first. */
export async function loadSearch(): Promise<Search> {
  const [file] = globSync('assets/chunks/@localSearchIndexroot.*.js', { cwd: siteFolder })
  if (!file) throw new Error('The site has no search index.')
  const { default: json } = (await import(pathToFileURL(join(siteFolder, file)).href)) as {
    default: string
  }
  const index = MiniSearch.loadJSON<object>(json, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    searchOptions,
  })
  return (words) => index.search(words).map(({ id }) => String(id))
}

/** What the built pages load from elsewhere: nothing, or the site would need a network. */
export function foreignAssets(): string[] {
  return globSync('**/*.{html,css}', { cwd: siteFolder }).flatMap((file) => {
    const text = readFileSync(join(siteFolder, file), 'utf8')
    const loads = text.matchAll(
      /(?:<(?:script|link|img|iframe)\b[^>]*?\b(?:src|href)=|url\(|@import )["']?(https?:\/\/[^"')\s]+)/g,
    )
    return [...loads].map(([, url]) => `${file}: ${url}`)
  })
}
