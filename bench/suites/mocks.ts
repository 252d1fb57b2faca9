import { moduleGraph, moduleName } from './module-graph.ts'
import { lines, padded, realmTest } from './source.ts'
import type { GeneratedSuite, Suite } from './suite.ts'

const moduleCount = 40
const mocked = `../src/${moduleName(3)}`

/** The three usual forms of `vi.mock`, and what the mocked module must then answer. */
const forms: { mock: string; assertion: string }[] = [
  {
    mock: `vi.mock('${mocked}', () => ({ total: () => 1000, find3: () => ['mocked'] }))`,
    assertion: "expect(find3('x')).toEqual(['mocked'])",
  },
  { mock: `vi.mock('${mocked}')`, assertion: "expect(find3('x')).toBeUndefined()" },
  {
    mock: `vi.mock('${mocked}', { spy: true })`,
    assertion: "expect(find3('item 1 ')).toHaveLength(1)\n  expect(find3).toHaveBeenCalledTimes(1)",
  },
]

function generate(files: number): GeneratedSuite {
  const graph = moduleGraph('src', moduleCount)
  const sources = new Map(graph.sources)
  for (let index = 0; index < files; index += 1) {
    const form = index % 3 === 0 ? forms[(index / 3) % forms.length] : undefined
    sources.set(
      `tests/mocks-${padded(index)}.test.ts`,
      lines(
        "import { expect, test, vi } from 'vitest'",
        `import { find3 } from '${mocked}'`,
        `import { total } from '../src/${graph.entry}'`,
        '',
        form?.mock ?? '',
        '',
        realmTest(),
        '',
        "test('sees the module it asked for', () => {",
        `  ${form?.assertion ?? "expect(find3('item 1 ')).toHaveLength(1)"}`,
        `  expect(vi.isMockFunction(find3)).toBe(${form !== undefined && form !== forms[0]})`,
        ...(form ? [] : [`  expect(total()).toBe(${graph.total})`]),
        "  expect(total).toBeTypeOf('function')",
        '})',
      ),
    )
  }
  return { sources, config: {}, expected: { files, passed: files * 2, failed: 0 } }
}

export const mocks: Suite = {
  name: 'mocks',
  about: 'a third of the files mock a module (factory, automock, spy)',
  files: { full: 60, short: 12 },
  generate,
}
