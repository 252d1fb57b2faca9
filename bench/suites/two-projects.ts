import { moduleGraph } from './module-graph.ts'
import { domTest, lines, padded, realmTest } from './source.ts'
import type { GeneratedSuite, Suite } from './suite.ts'

const moduleCount = 40
const projects = ['shop', 'admin']

function generate(files: number): GeneratedSuite {
  const sources = new Map<string, string>()
  for (const [at, project] of projects.entries()) {
    const graph = moduleGraph(`${project}/src`, moduleCount)
    for (const [file, source] of graph.sources) sources.set(file, source)
    const share = Math.floor((files + projects.length - 1 - at) / projects.length)
    for (let index = 0; index < share; index += 1) {
      sources.set(
        `${project}/tests/${project}-${padded(index)}.test.ts`,
        lines(
          "import { expect, test } from 'vitest'",
          `import { total } from '../src/${graph.entry}'`,
          '',
          realmTest(),
          '',
          `test('loads the graph', () => { expect(total()).toBe(${graph.total}) })`,
          '',
          domTest('clicks a button', index),
        ),
      )
    }
  }
  return {
    sources,
    config: {
      projects: projects.map((name) => ({ name, include: [`${name}/tests/*.test.ts`] })),
    },
    expected: { files, passed: files * 3, failed: 0 },
  }
}

export const twoProjects: Suite = {
  name: 'two-projects',
  about: `two projects, each with a graph of ${moduleCount} modules`,
  files: { full: 60, short: 12 },
  generate,
}
