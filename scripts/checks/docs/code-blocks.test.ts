import { renderMermaidSVG } from 'beautiful-mermaid'
import { parseSync } from 'oxc-parser'
import { parse as parseShell } from 'sh-syntax'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { typeErrors } from './type-errors.ts'
import { at, blocksOf, type Block, readPages } from './pages.ts'

const blocks = readPages().flatMap((page) => blocksOf(page))

/** Throws, or says what is wrong, when the text is not what its block calls it. */
const parsers: Record<string, (code: string) => unknown> = {
  ts: (code) => script('block.ts', code),
  tsx: (code) => script('block.tsx', code),
  js: (code) => script('block.js', code),
  json: (code) => void JSON.parse(code),
  jsonc: (code) => script('block.js', `(${code.replace(/^\s*\/\/.*\n/, '')})`),
  yaml: (code) => parseAllDocuments(code).flatMap(({ errors }) => errors)[0]?.message,
  sh: async (code) => void (await parseShell(code)),
  mermaid: (code) => void renderMermaidSVG(code),
  http: (code) => (/^(?:GET|POST) \//.test(code) ? undefined : 'begins with no request'),
  text: () => undefined,
}

test('every code block says what it is', () => {
  const unknown = blocks.filter(({ language }) => !Object.hasOwn(parsers, language))

  expect(unknown.map((block) => `${at(block)} ${block.language}`)).toEqual([])
})

test('every code block parses', async () => {
  const broken: string[] = []
  for (const block of blocks) {
    const problem = await problemOf(block)
    if (problem) broken.push(`${at(block)} ${problem}`)
  }

  expect(broken).toEqual([])
})

test('every TypeScript block type-checks against the packages as they are published', async () => {
  // Examples have dependencies of their own, and compile with them.
  const typed = blocks.filter(
    ({ language, page }) => /^tsx?$/.test(language) && !page.startsWith('examples/'),
  )

  expect(typed.some(({ code }) => code.includes("from 'livetab'"))).toBe(true)
  expect(await typeErrors(typed)).toEqual([])
})

async function problemOf({ language, code }: Block): Promise<string | undefined> {
  try {
    const problem = await parsers[language]?.(code)
    return typeof problem === 'string' ? problem : undefined
  } catch (error) {
    return String(error)
  }
}

function script(name: string, code: string): string | undefined {
  return parseSync(name, code).errors[0]?.message
}
