import { moduleGraph } from './module-graph.ts'
import { domTest, lines, padded, realmTest } from './source.ts'
import type { GeneratedSuite, Suite } from './suite.ts'

const moduleCount = 80

function setupSource(entry: string, total: number): string {
  return lines(
    "import { afterEach, beforeEach, expect } from 'vitest'",
    `import { total } from './src/${entry}'`,
    '',
    'const messages = new Map<string, string>()',
    'for (let index = 0; index < 5000; index += 1)',
    '  messages.set(`message.${index}`, `Text number ${index}`)',
    '',
    'for (let index = 0; index < 20; index += 1) {',
    '  customElements.define(`bench-element-${index}`, class extends HTMLElement {',
    "    connectedCallback(): void { this.textContent = messages.get(`message.${index}`) ?? '' }",
    '  })',
    '}',
    '',
    'expect.extend({',
    '  toBeTranslated(received: string) {',
    '    const pass = [...messages.values()].includes(received)',
    '    return { pass, message: () => `${received} is not a message` }',
    '  },',
    '})',
    '',
    'beforeEach(() => { document.body.dataset.total = String(total()) })',
    'afterEach(() => {',
    `  expect(document.body.dataset.total).toBe('${total}')`,
    '  document.body.replaceChildren()',
    '})',
  )
}

function generate(files: number): GeneratedSuite {
  const graph = moduleGraph('src', moduleCount)
  const sources = new Map(graph.sources)
  sources.set('setup.ts', setupSource(graph.entry, graph.total))
  for (let index = 0; index < files; index += 1) {
    sources.set(
      `tests/setup-${padded(index)}.test.ts`,
      lines(
        "import { expect, test } from 'vitest'",
        '',
        realmTest(),
        '',
        "test('uses what the setup file made', () => {",
        `  const element = document.createElement('bench-element-${index % 20}')`,
        '  document.body.append(element)',
        '  expect(element.textContent).toBeTranslated()',
        '})',
        '',
        domTest('clicks a button', index),
      ),
    )
  }
  return {
    sources,
    config: { setupFiles: ['./setup.ts'] },
    expected: { files, passed: files * 3, failed: 0 },
  }
}

export const heavySetup: Suite = {
  name: 'heavy-setup',
  about: `a setup file with ${moduleCount} modules, 20 custom elements and hooks`,
  files: { full: 60, short: 12 },
  generate,
}
