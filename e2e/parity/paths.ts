import { fileURLToPath } from 'node:url'

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export const repoRoot: string = fromHere('../..')
export const compatRoot: string = fromHere('../../fixtures/compat')
/** Inside the repository, so that the copies find its `node_modules`. */
export const workspacesRoot: string = fromHere('../../fixtures/.tmp/parity')
export const dumpReporter: string = fromHere('./dump-reporter.ts')
export const vitestBin: string = fileURLToPath(
  new URL('../vitest.mjs', import.meta.resolve('vitest')),
)
