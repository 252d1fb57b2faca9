import { remark } from 'remark'
import remarkGfm from 'remark-gfm'
import remarkValidateLinks from 'remark-validate-links'
import { engine, type Options } from 'unified-engine'
import { expect, test } from 'vitest'
import { at, nodesOf, pagePaths, readPages, root } from './pages.ts'

/** A plugin of the engine, which hands it all files, so that anchors of one are known in the others. */
const plugins = [[remarkValidateLinks, { repository: false }]] as Options['plugins']

test('every link and anchor inside the repository leads somewhere', async () => {
  const broken = await new Promise<string[]>((resolve, reject) => {
    engine(
      {
        processor: remark().use(remarkGfm),
        plugins,
        cwd: root,
        files: [...pagePaths],
        output: false,
        silent: true,
      },
      (error, _status, context) => {
        if (error) reject(error)
        else resolve((context?.fileSet.files ?? []).flatMap((file) => file.messages.map(String)))
      },
    )
  })

  expect(broken).toEqual([])
})

test('links to the outside are addresses of the web', () => {
  const links = readPages().flatMap((page) =>
    [...nodesOf(page, 'link'), ...nodesOf(page, 'image'), ...nodesOf(page, 'definition')].map(
      ({ url, position }) => ({
        url,
        where: at({ page: page.path, line: position?.start.line ?? 0 }),
      }),
    ),
  )

  const odd = links.filter(({ url }) => /^[a-z][a-z+.-]*:|^\//i.test(url) && !isWeb(url))
  expect(odd).toEqual([])
})

test('every picture says what it shows', () => {
  const silent = readPages().flatMap((page) =>
    nodesOf(page, 'image')
      .filter(({ alt }) => !alt)
      .map(
        ({ url, position }) => `${at({ page: page.path, line: position?.start.line ?? 0 })} ${url}`,
      ),
  )

  expect(silent).toEqual([])
})

function isWeb(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === 'https:'
}
