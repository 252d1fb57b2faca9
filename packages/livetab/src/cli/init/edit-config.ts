import { MagicString } from 'magic-string'
import type { ObjectExpression } from '@babel/types'
import { type ProviderName, providers } from '../providers.ts'
import { addImports } from '../source/add-imports.ts'
import { findConfigObject } from '../source/config-object.ts'
import { hasUnknownProperties, moduleOf, objectAt, propertyOf } from '../source/expressions.ts'
import { appendToObject } from '../source/insert.ts'
import { nodesOf, parseSource, type Source } from '../source/parse-source.ts'
import { findBrowserObjects, providersOf } from './browser-objects.ts'
import { type Edit, NotSafe } from './edit.ts'
import { browserLines, browserPaste, wrapPaste } from './pastes.ts'
import { providerNames, type Wrapping, wrapProvider } from './wrap-provider.ts'

/** What has to change in a Vitest or Vite configuration. `preferred` is for one without a browser. */
export function editConfig(file: string, code: string, preferred: ProviderName): Edit {
  try {
    const source = parse(file, code)
    const wrapping = { source, edited: new MagicString(code), imports: new Map(), notes: [] }
    const browsers = findBrowserObjects(source)
    const names =
      browsers.length > 0 ? wrapAll(wrapping, browsers, preferred) : addBrowser(wrapping, preferred)
    addImports(source, wrapping.edited, wrapping.imports)
    if (!wrapping.edited.hasChanged()) return { kind: 'unchanged', providers: names }
    return {
      kind: 'changed',
      code: withLineEndsOf(code, wrapping.edited.toString()),
      providers: names,
      notes: wrapping.notes,
    }
  } catch (error) {
    if (error instanceof NotSafe) {
      return { kind: 'by-hand', because: error.message, paste: error.paste }
    }
    throw error
  }
}

function parse(file: string, code: string): Source {
  try {
    return parseSource(file, code)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new NotSafe(`it cannot be parsed: ${reason}`, wrapPaste)
  }
}

function wrapAll(
  wrapping: Wrapping,
  browsers: ObjectExpression[],
  preferred: ProviderName,
): ProviderName[] {
  const { source, edited, imports } = wrapping
  const names = new Set<ProviderName>()
  for (const browser of browsers) {
    const found = providersOf(source, browser)
    for (const property of found) {
      for (const name of providerNames(source, property.value)) names.add(name)
      wrapProvider(wrapping, property)
    }
    if (found.length > 0) continue
    appendToObject(source, edited, browser, [`provider: livetab(${preferred}()),`])
    imports.set(preferred, providers[preferred].module).set('livetab', 'livetab')
    names.add(preferred)
  }
  return [...names]
}

function addBrowser(wrapping: Wrapping, provider: ProviderName): ProviderName[] {
  const { source, edited, imports, notes } = wrapping
  const paste = browserPaste(provider)
  const config = findConfigObject(source)
  if (!config) throw new NotSafe('the object that it exports cannot be told for certain', paste)
  const lines = browserLines(provider)
  if (propertyOf(config, 'test')) {
    const test = objectAt(source, config, 'test')
    if (!test || hasUnknownProperties(test)) {
      throw new NotSafe('parts of its `test` come from somewhere else', paste)
    }
    if (propertyOf(test, 'projects')) {
      throw new NotSafe('only you know which of its projects are for a browser', paste)
    }
    appendToObject(source, edited, test, lines)
    notes.push(
      'All tests of this configuration then run in a browser. If some must stay in Node, make two projects: https://vitest.dev/guide/projects',
    )
  } else {
    if (hasUnknownProperties(config)) {
      throw new NotSafe('parts of the configuration come from somewhere else', paste)
    }
    appendToObject(source, edited, config, ['test: {', ...lines.map((line) => `  ${line}`), '},'])
    addTypes(wrapping)
  }
  imports.set(provider, providers[provider].module).set('livetab', 'livetab')
  return [provider]
}

/** Vite's own defineConfig knows no `test`, until Vitest's types are named. */
function addTypes({ source, edited }: Wrapping): void {
  if (!/\.[cm]?ts$/.test(source.file) || moduleOf(source, 'defineConfig') !== 'vite') return
  const named = [...nodesOf(source.ast.program)].some(
    (node) => node.type === 'ImportDeclaration' && node.source.value === 'vitest/config',
  )
  if (named || source.code.includes('types="vitest')) return
  edited.prepend('/// <reference types="vitest/config" />\n')
}

function withLineEndsOf(original: string, text: string): string {
  return original.includes('\r\n') ? text.replaceAll(/\r?\n/g, '\r\n') : text
}
