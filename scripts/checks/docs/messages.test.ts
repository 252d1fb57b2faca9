import { expect, test } from 'vitest'
import { cataloguePages, readCatalogue } from './catalogue.ts'
import { allTexts, fixedParts, messages, says } from './messages.ts'
import { notMessages } from './not-messages.ts'
import { at, blocksOf, readPages } from './pages.ts'

const documented = readCatalogue()

test('every message in the sources is in the docs', () => {
  const missing = messages()
    .filter(({ text }) => !documented.some((line) => says(line.text, text)))
    .map(({ source, text }) => `${source}: ${text}`)

  expect(missing, `add these to a \`\`\`text block in ${cataloguePages.join(' or ')}`).toEqual([])
})

test('every message in the docs is in the sources', () => {
  const parts = [...new Set(allTexts().flatMap(({ text }) => fixedParts(text)))].toSorted(
    (a, b) => b.length - a.length,
  )

  const invented = documented
    .map(({ where, text }) => ({ where, text, rest: without(text, parts) }))
    .filter(({ rest }) => /\p{L}/u.test(rest))
    .map(({ where, text, rest }) => `${where}: ${text}\n  not in the sources: ${rest.trim()}`)

  expect(invented).toEqual([])
})

test('messages that other pages quote are what is printed', () => {
  const printed = documented.map(({ text }) => asPattern(text))
  const quoted = readPages()
    .filter(({ path }) => !cataloguePages.includes(path))
    .flatMap((page) => blocksOf(page))
    .flatMap((block) => block.code.split('\n').map((line) => ({ where: at(block), line })))
    .filter(({ line }) => /^(?:Error: )?\[livetab\]/.test(line))

  expect(quoted.length).toBeGreaterThan(0)
  const wrong = quoted.filter(
    ({ line }) => !printed.some((pattern) => pattern.test(line.replace(/^Error: /, ''))),
  )
  expect(wrong).toEqual([])
})

test('what counts as no message is in the sources', () => {
  const texts = allTexts()
  const gone = notMessages.filter(
    (known) =>
      !texts.some(({ source, text }) => source.endsWith(known.source) && text.includes(known.text)),
  )

  expect(gone).toEqual([])
})

/** What is left of a line when everything that the sources say is taken out. */
function without(line: string, parts: readonly string[]): string {
  let rest = line
  for (const part of parts) {
    if (part.includes(' ')) rest = rest.replaceAll(part, '…')
    // A word by itself is no part of one that the sources do not know.
    else rest = rest.replaceAll(new RegExp(`(?<!\\p{L})${escape(part)}(?!\\p{L})`, 'gu'), '…')
  }
  return rest
}

function asPattern(line: string): RegExp {
  return new RegExp(`^${line.split('…').map(escape).join('.*')}$`, 'u')
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
