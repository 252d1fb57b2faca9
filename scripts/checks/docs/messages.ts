import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { notMessages } from './not-messages.ts'
import { root } from './pages.ts'

/** Words of the sources that somebody may read. `…` stands for what is put in when the program runs. */
export interface Message {
  readonly source: string
  readonly text: string
}

/** Two words in a row are said to somebody; a single one is a name, a key or an event. */
const prose = /\p{L}{2,},? \p{L}+/u

const inTags = /<(?:title|p|noscript)>([^<]+)</g

/** Sources of the packages that people install, without their tests. */
function sources(): string[] {
  return globSync('packages/*/src/**/*.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.ts$|\/(?:testing|model)\//.test(path))
    .toSorted()
}

/** All texts in the sources, whatever they are for, line by line. Of a page's HTML, what is in its tags. */
export function allTexts(): Message[] {
  return sources().flatMap((source) => {
    const texts: string[] = []
    const { program } = parseSync(source, readFileSync(join(root, source), 'utf8'))
    new Visitor({
      Literal(node) {
        if (typeof node.value === 'string') texts.push(node.value)
      },
      TemplateLiteral(node) {
        texts.push(node.quasis.map(({ value }) => value.cooked ?? value.raw).join('…'))
      },
    }).visit(program)
    return texts
      .flatMap((text) => (isHtml(text) ? insideTags(text) : [text]))
      .flatMap((text) => (prose.test(text) ? text.split('\n') : [text]))
      .map((text) => ({ source, text }))
  })
}

/** Texts that people read. */
export function messages(): Message[] {
  return allTexts().filter(({ source, text }) => prose.test(text) && !isCode(source, text))
}

function isHtml(text: string): boolean {
  return text.trimStart().startsWith('<')
}

function insideTags(html: string): string[] {
  return [...html.matchAll(inTags)].map(([, text = '']) => text)
}

function isCode(source: string, text: string): boolean {
  return notMessages.some((known) => source.endsWith(known.source) && text.includes(known.text))
}

/** The parts of a text that do not vary, without the space around them. */
export function fixedParts(text: string): string[] {
  return text
    .split('…')
    .map((part) => part.trim())
    .filter((part) => /\p{L}/u.test(part))
}

/** Whether a line says all that a message says, in its order. */
export function says(line: string, message: string): boolean {
  let from = 0
  for (const part of fixedParts(message)) {
    const found = line.indexOf(part, from)
    if (found === -1) return false
    from = found + part.length
  }
  return true
}
