import { expect, test } from 'vitest'
import { escapeHtml, inlineJson, inlineScript } from './escape.ts'

const hostile = [
  '</script><script>alert(1)</script>',
  '</SCRIPT >',
  '<!--<script>',
  '-->',
  ']]>',
  '\u2028\u2029',
  '"\'`\\',
  '{__VITEST_CONFIG__}',
  '$& $1 $$',
  '\0',
  '\uD800',
]

test.each(hostile)('JSON of %j stays inside its script element and means the same', (text) => {
  const json = inlineJson({ [text]: text })
  expect(json).not.toMatch(/[<>\u2028\u2029]/)
  expect(JSON.parse(json)).toEqual({ [text]: text })
})

test.each(hostile)('a script with %j in a string cannot be ended by it', (text) => {
  const script = inlineScript(`const text = ${JSON.stringify(text)}`)
  expect(script).not.toMatch(/<\/script/i)
  expect(script).not.toContain('<!--')
})

test.each(hostile)('%j as text is no markup', (text) => {
  expect(escapeHtml(text)).not.toMatch(/[<>"']/)
})

test('no value is null, not a word that a script does not know', () => {
  expect(inlineJson(undefined)).toBe('null')
})
