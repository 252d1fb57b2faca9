import { moduleGraph } from './module-graph.ts'
import { lines, padded, realmTest } from './source.ts'
import type { GeneratedSuite, Suite } from './suite.ts'

const moduleCount = 120
const editedFile = 1

function featureSource(index: number, stamp: number): string {
  return lines(`export const feature = { index: ${index}, stamp: ${stamp} }`)
}

function testSource(index: number, entry: string, total: number, stamp: number): string {
  return lines(
    "import { expect, test } from 'vitest'",
    `import { feature } from '../src/feature-${padded(index)}.ts'`,
    `import { total } from '../src/${entry}'`,
    '',
    `const ownStamp = ${stamp}`,
    '',
    realmTest(),
    '',
    "test('reports what it was loaded with', ({ task }) => {",
    `  expect(feature.index).toBe(${index})`,
    `  expect(total()).toBe(${total})`,
    '  task.meta.stamps = { test: ownStamp, dependency: feature.stamp }',
    '})',
  )
}

function generate(files: number): GeneratedSuite {
  const graph = moduleGraph('src', moduleCount)
  const sources = new Map(graph.sources)
  const testFile = (index: number): string => `tests/watch-${padded(index)}.test.ts`
  for (let index = 0; index < files; index += 1) {
    sources.set(`src/feature-${padded(index)}.ts`, featureSource(index, 0))
    sources.set(testFile(index), testSource(index, graph.entry, graph.total, 0))
  }
  return {
    sources,
    config: {},
    expected: { files, passed: files * 2, failed: 0 },
    edits: [
      {
        kind: 'test',
        file: testFile(0),
        testFile: testFile(0),
        source: (stamp) => testSource(0, graph.entry, graph.total, stamp),
      },
      {
        kind: 'dependency',
        file: `src/feature-${padded(editedFile)}.ts`,
        testFile: testFile(editedFile),
        source: (stamp) => featureSource(editedFile, stamp),
      },
    ],
  }
}

export const watchEdit: Suite = {
  name: 'watch-edit',
  about: `watch mode over ${moduleCount} modules: from saving one file to its result`,
  files: { full: 20, short: 6 },
  generate,
}
