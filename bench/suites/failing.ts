import { moduleGraph } from './module-graph.ts'
import { domTest, lines, padded, realmTest } from './source.ts'
import type { GeneratedSuite, Suite } from './suite.ts'

const moduleCount = 20

const helperSource = lines(
  'export interface Order { id: number; lines: { title: string; price: number }[] }',
  '',
  'export function checkout(order: Order): number {',
  '  if (order.lines.length === 0)',
  '    throw new Error(`order ${order.id} has no lines`)',
  '  return order.lines.reduce((sum, line) => sum + line.price, 0)',
  '}',
)

const failingTests = lines(
  "test('fails with a diff', () => {",
  "  const order = { id: 1, lines: [{ title: 'tea', price: 3 }, { title: 'milk', price: 2 }] }",
  "  expect(order).toEqual({ id: 1, lines: [{ title: 'tea', price: 4 }] })",
  '})',
  '',
  "test('fails in a helper', () => {",
  '  expect(checkout({ id: 7, lines: [] })).toBe(0)',
  '})',
)

const passingTests = lines(
  "test('sums an order', () => {",
  "  expect(checkout({ id: 1, lines: [{ title: 'tea', price: 3 }] })).toBe(3)",
  '})',
  '',
  "test('refuses an empty order', () => {",
  "  expect(() => checkout({ id: 7, lines: [] })).toThrow('order 7')",
  '})',
)

function generate(files: number): GeneratedSuite {
  const graph = moduleGraph('src', moduleCount)
  const sources = new Map(graph.sources)
  sources.set('src/checkout.ts', helperSource)
  let failed = 0
  for (let index = 0; index < files; index += 1) {
    const fails = index % 4 === 0
    failed += fails ? 2 : 0
    sources.set(
      `tests/failing-${padded(index)}.test.ts`,
      lines(
        "import { expect, test } from 'vitest'",
        "import { checkout } from '../src/checkout.ts'",
        `import { total } from '../src/${graph.entry}'`,
        '',
        realmTest(),
        '',
        `test('loads the graph', () => { expect(total()).toBe(${graph.total}) })`,
        '',
        fails ? failingTests : passingTests,
        domTest('clicks a button', index),
      ),
    )
  }
  return { sources, config: {}, expected: { files, passed: files * 5 - failed, failed } }
}

export const failing: Suite = {
  name: 'failing',
  about: 'two tests fail in a quarter of the files, with diffs, stacks and screenshots',
  files: { full: 40, short: 8 },
  generate,
}
