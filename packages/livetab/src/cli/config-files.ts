import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CliError } from './cli-error.ts'

const extensions = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs']

export interface ConfigFile {
  readonly path: string
  readonly kind: 'vitest' | 'web-test-runner' | 'karma'
}

/** The configuration that Vitest would use, or else that of a runner it can follow. */
export function findConfigFile(root: string, asked: string | undefined): ConfigFile | undefined {
  if (asked !== undefined) {
    const path = resolve(root, asked)
    if (!existsSync(path)) throw new CliError(`There is no file ${path}.`)
    return { path, kind: kindOf(path) }
  }
  const names = [
    'vitest.config',
    'vite.config',
    'web-test-runner.config',
    'wtr.config',
    'karma.conf',
  ]
  for (const name of names) {
    for (const extension of extensions) {
      const path = join(root, name + extension)
      if (existsSync(path)) return { path, kind: kindOf(path) }
    }
  }
  return undefined
}

function kindOf(path: string): ConfigFile['kind'] {
  if (/(web-test-runner|wtr)\.config\.\w+$/.test(path)) return 'web-test-runner'
  return /karma[\w.-]*\.\w+$/.test(path) ? 'karma' : 'vitest'
}
