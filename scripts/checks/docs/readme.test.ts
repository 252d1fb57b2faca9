import { toString } from 'mdast-util-to-string'
import { expect, test } from 'vitest'
import { blocksOf, nodesOf, readPage } from './pages.ts'

const readme = readPage('README.md')
const lines = readme.text.split('\n')

test('the README is short', () => {
  expect(lines.length).toBeLessThan(150)
})

test('the first screen has the sentence, four bullets, the two commands, the config and the picture', () => {
  const screen = lines.slice(0, 60).join('\n')
  const [title, sentence, bullets] = readme.tree.children

  expect(title?.type).toBe('heading')
  expect(sentence && toString(sentence).split('. ')).toHaveLength(1)
  expect(bullets).toMatchObject({ type: 'list', children: { length: 4 } })
  expect(screen).toContain('`npm start`')
  expect(screen).toContain('`npm test`')
  expect(screen).toContain('// vitest.config.ts')
  expect(screen).toContain('(docs/images/session-expired-light.png)')
})

/** `e2e/front-door.spec.ts` follows the README; this makes it follow the other page as well. */
test('a new project begins the same way in the README and in Getting started', () => {
  const started = blocksOf(readPage('docs/getting-started.md'))
  const shown = blocksOf(readme)
  const files = shown.filter(({ code }) => code.startsWith('// '))
  const install = shown.flatMap(({ code }) => code.match(/npm install .*/) ?? [])

  expect(files).toHaveLength(2)
  expect(install).toHaveLength(1)
  for (const part of [...files.map(({ code }) => code), ...install]) {
    expect(started.some(({ code }) => code.includes(part))).toBe(true)
  }
})

/** Figures go stale in two places; those of the README come from the page that says how they were measured. */
test('every figure of the comparison is on the page that it links to', () => {
  const table = nodesOf(readme, 'table').find(({ children }) =>
    toString(children[0]).includes('Livetab'),
  )
  const rows = table?.children.slice(1) ?? []

  expect(rows.length).toBeGreaterThan(4)
  for (const row of rows) {
    const link = row.children.flatMap((cell) => cell.children).find((node) => node.type === 'link')
    const page = readPage(link?.url.split('#')[0] ?? '')
    const figures = toString(row.children[2]).match(/\d[\d,.]*(?= (?:ms|s|MB|%|faults|files)\b)/g)
    for (const figure of figures ?? []) {
      expect(page.text, `${page.path} has ${figure}`).toMatch(new RegExp(`\\b${figure}\\b`))
    }
  }
})
