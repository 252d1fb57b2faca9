import { png } from './png.ts'
import { lines, padded, realmTest } from './source.ts'
import type { GeneratedSuite, Suite } from './suite.ts'

const cardCount = 24
const iconSize = 40

function addCard(sources: Map<string, string | Uint8Array>, index: number): void {
  const name = `src/card-${padded(index)}`
  sources.set(
    `${name}.css`,
    lines(`.card-${index} { color: rgb(${index}, 20, 30); padding: 4px; display: grid; gap: 2px }`),
  )
  sources.set(
    `${name}.module.css`,
    lines(`.title { font-weight: 700; letter-spacing: ${index}px }`, '.body { margin: 0 }'),
  )
  sources.set(`${name}.json`, `${JSON.stringify({ index, tags: ['a', 'b'], price: index * 10 })}\n`)
  sources.set(`${name}.md`, lines(`# Card ${index}`, '', 'Read as text.'))
  sources.set(`${name}.png`, png(iconSize, index))
  const file = `./card-${padded(index)}`
  sources.set(
    `${name}.ts`,
    lines(
      `import '${file}.css'`,
      `import data from '${file}.json'`,
      `import text from '${file}.md?raw'`,
      `import styles from '${file}.module.css'`,
      `import icon from '${file}.png'`,
      '',
      'export { data, icon, text }',
      '',
      'export function card(): HTMLElement {',
      "  const element = document.createElement('article')",
      `  element.className = 'card-${index}'`,
      "  const title = document.createElement('h2')",
      "  title.className = styles.title ?? ''",
      "  title.textContent = text.split('\\n')[0]?.slice(2) ?? ''",
      '  element.append(title)',
      '  return element',
      '}',
    ),
  )
}

function testSource(file: number): string {
  const own = file % cardCount
  const all = Array.from({ length: cardCount }, (_, index) => index)
  return lines(
    "import { expect, test } from 'vitest'",
    ...all.map((index) => `import * as card${index} from '../src/card-${padded(index)}.ts'`),
    '',
    `const cards = [${all.map((index) => `card${index}`).join(', ')}]`,
    '',
    realmTest(),
    '',
    "test('applies style sheets', () => {",
    '  for (const [index, { card, data }] of cards.entries()) {',
    '    const element = card()',
    '    document.body.append(element)',
    '    expect(getComputedStyle(element).color).toBe(`rgb(${index}, 20, 30)`)',
    "    const title = element.querySelector('h2')",
    '    expect(title?.textContent).toBe(`Card ${index}`)',
    "    expect(getComputedStyle(title!).letterSpacing).toBe(index === 0 ? 'normal' : `${index}px`)",
    '    expect(data.price).toBe(index * 10)',
    '    element.remove()',
    '  }',
    '})',
    '',
    "test('loads its image', async () => {",
    '  const image = new Image()',
    `  image.src = card${own}.icon`,
    '  await image.decode()',
    `  expect(image.naturalWidth).toBe(${iconSize})`,
    '})',
  )
}

function generate(files: number): GeneratedSuite {
  const sources = new Map<string, string | Uint8Array>()
  for (let index = 0; index < cardCount; index += 1) addCard(sources, index)
  for (let file = 0; file < files; file += 1)
    sources.set(`tests/css-${padded(file)}.test.ts`, testSource(file))
  return { sources, config: {}, expected: { files, passed: files * 3, failed: 0 } }
}

export const cssAssets: Suite = {
  name: 'css-assets',
  about: `${cardCount} components with css, css modules, images, json and raw text`,
  files: { full: 40, short: 8 },
  generate,
}
