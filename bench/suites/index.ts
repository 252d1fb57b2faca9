import { cssAssets } from './css-assets.ts'
import { failing } from './failing.ts'
import { graph120 } from './graph.ts'
import { heavySetup } from './heavy-setup.ts'
import { mocks } from './mocks.ts'
import { react600 } from './react.ts'
import type { Suite } from './suite.ts'
import { tiny } from './tiny.ts'
import { twoProjects } from './two-projects.ts'
import { watchEdit } from './watch-edit.ts'

export const suites: readonly Suite[] = [
  tiny,
  graph120,
  react600,
  mocks,
  heavySetup,
  cssAssets,
  failing,
  twoProjects,
  watchEdit,
]

export function findSuite(name: string): Suite {
  const suite = suites.find((known) => known.name === name)
  if (!suite) {
    const names = suites.map((known) => known.name).join(', ')
    throw new Error(`There is no suite "${name}". Choose from: ${names}.`)
  }
  return suite
}
