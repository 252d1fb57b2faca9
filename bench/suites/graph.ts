import { moduleGraph } from './module-graph.ts'
import { domTest, lines, padded, realmTest } from './source.ts'
import type { GeneratedSuite, Suite } from './suite.ts'

const moduleCount = 120

function generate(files: number): GeneratedSuite {
  const graph = moduleGraph('src', moduleCount)
  const sources = new Map(graph.sources)
  for (let index = 0; index < files; index += 1) {
    sources.set(
      `tests/graph-${padded(index)}.test.ts`,
      lines(
        "import { expect, test } from 'vitest'",
        `import { find0, total } from '../src/${graph.entry}'`,
        '',
        realmTest(),
        '',
        "test('loads the whole graph', () => {",
        `  expect(total()).toBe(${graph.total})`,
        `  expect(find0('item ${index % 8} ')).toHaveLength(1)`,
        '})',
        '',
        domTest('clicks a button', index),
      ),
    )
  }
  return { sources, config: {}, expected: { files, passed: files * 3, failed: 0 } }
}

export const graph120: Suite = {
  name: 'graph120',
  about: `every file imports a graph of ${moduleCount} modules`,
  files: { full: 60, short: 12 },
  generate,
}
