import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LinkChecker, LinkState } from 'linkinator'
import { beforeAll, describe, expect, test } from 'vitest'
import { readCatalogue } from './catalogue.ts'
import { pagePaths } from './pages.ts'
import { buildSite, foreignAssets, loadSearch, siteFolder } from './site.ts'

/** How many results the search box shows without scrolling. */
const firstScreen = 10

describe('the site', () => {
  beforeAll(() => buildSite())

  test('has every page, and a way to it on each', () => {
    const pages = pagePaths
      .filter((path) => path.startsWith('docs/'))
      .map((path) => path.replace('docs/', '').replace('README.md', 'index.md'))
      .map((path) => path.replace(/\.md$/, '.html'))

    expect(pages.filter((page) => !existsSync(join(siteFolder, page)))).toEqual([])
    const start = readFileSync(join(siteFolder, 'index.html'), 'utf8')
    const [sidebar = ''] = /<aside[^]*?<\/aside>/.exec(start) ?? []
    const linked = new Set([...sidebar.matchAll(/href="\/([^"]*)"/g)].map(([, page]) => page))
    expect(pages.filter((page) => !linked.has(page === 'index.html' ? '' : page))).toEqual([])
  })

  test('has no broken link, anchor or picture', async () => {
    const { links } = await new LinkChecker().check({
      path: siteFolder,
      recurse: true,
      checkFragments: true,
      // The outside cannot be asked without a network.
      linksToSkip: [String.raw`^https?://(?!localhost|127\.|\[)`],
    })
    const broken = links.filter(({ state }) => state === LinkState.BROKEN)

    expect(links.filter(({ state }) => state === LinkState.OK).length).toBeGreaterThan(50)
    expect(broken.map(({ parent, url, status }) => `${parent} → ${url} (${status})`)).toEqual([])
  })

  test('loads nothing from elsewhere', () => {
    expect(foreignAssets()).toEqual([])
  })

  test('finds every message by its words', async () => {
    const search = await loadSearch()
    const lost: string[] = []
    const entries = readCatalogue()
    // One or two words are a label or a title, and in many places.
    for (const { text, where } of entries.filter((entry) => wordsIn(entry.text) > 2)) {
      const found = search(text.replaceAll('…', ' ')).slice(0, firstScreen)
      // A sentence may be part of others, which explain it as well.
      const explains = entries.some(
        (entry) => entry.text.includes(text) && found.includes(entry.address),
      )
      if (!explains) lost.push(`${where} ${text}: ${found.join(', ')}`)
    }

    expect(lost).toEqual([])
  })
})

function wordsIn(message: string): number {
  return message.match(/\p{L}{2,}/gu)?.length ?? 0
}
