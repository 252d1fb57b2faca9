import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { CliError } from '../cli-error.ts'
import { type ConfigFile, findConfigFile } from '../config-files.ts'
import type { Project } from '../project.ts'
import { type ProviderName, providers } from '../providers.ts'
import { editConfig } from './edit-config.ts'
import { fromKarma } from './from-karma.ts'
import { fromWebTestRunner } from './from-web-test-runner.ts'
import type { Migration } from './migration.ts'
import { newConfig } from './new-config.ts'
import { browserPaste } from './pastes.ts'

/** What init is about to do. */
export interface Plan {
  readonly file: string
  /** The file as it is; undefined where there is none. */
  readonly before: string | undefined
  /** The file as it will be; undefined where it stays. */
  readonly after: string | undefined
  /** Why it cannot be edited, and what to put there by hand. */
  readonly byHand?: { readonly because: string; readonly paste: string }
  readonly packages: readonly string[]
  readonly notes: readonly string[]
  readonly migration?: Migration
}

export interface PlanOptions {
  readonly provider: ProviderName
  readonly config: string | undefined
}

export function planInit(project: Project, options: PlanOptions): Plan {
  const config = findConfigFile(project.root, options.config)
  if (config?.kind === 'vitest') return planEdit(config.path, options.provider)
  return planNew(project, config, options.provider)
}

function planEdit(file: string, provider: ProviderName): Plan {
  const before = readFileSync(file, 'utf8')
  const edit = editConfig(file, before, provider)
  if (edit.kind === 'by-hand') {
    const { because, paste } = edit
    return {
      file,
      before,
      after: undefined,
      byHand: { because, paste },
      packages: ['livetab', 'vitest'],
      notes: [],
    }
  }
  return {
    file,
    before,
    after: edit.kind === 'changed' ? edit.code : undefined,
    packages: ['livetab', 'vitest', ...packagesOf(edit.providers)],
    notes: edit.kind === 'changed' ? edit.notes : [],
  }
}

function planNew(project: Project, config: ConfigFile | undefined, asked: ProviderName): Plan {
  const file = join(project.root, newFileName(project))
  const migration = config && readMigration(config)
  if (config && !migration) {
    const because = `the settings of ${basename(config.path)} cannot be told for certain`
    return {
      file,
      before: undefined,
      after: undefined,
      byHand: { because, paste: browserPaste(asked) },
      packages: ['livetab', 'vitest', ...packagesOf([asked])],
      notes: [],
    }
  }
  // The browsers of other runners are Playwright's to drive.
  const provider = migration ? 'playwright' : asked
  const coverage = migration && 'coverage' in migration.test ? ['@vitest/coverage-v8'] : []
  return {
    file,
    before: undefined,
    after: newConfig(provider, migration),
    packages: ['livetab', 'vitest', ...packagesOf([provider]), ...coverage],
    notes: [],
    ...(migration ? { migration } : {}),
  }
}

function readMigration({ path, kind }: ConfigFile): Migration | undefined {
  const code = readFileSync(path, 'utf8')
  try {
    return kind === 'karma' ? fromKarma(path, code) : fromWebTestRunner(path, code)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new CliError(`${path} cannot be parsed: ${error.message}`)
  }
}

function packagesOf(names: readonly ProviderName[]): string[] {
  return names.flatMap((name) => {
    const { module, tool } = providers[name]
    return tool ? [module, tool] : [module]
  })
}

function newFileName({ root, manifest }: Project): string {
  const dependencies = { ...manifest.dependencies, ...manifest.devDependencies }
  const isTyped = 'typescript' in dependencies || existsSync(join(root, 'tsconfig.json'))
  // Elsewhere Vite warns about `import` in a file that Node takes for CommonJS.
  const extension = manifest.type === 'module' ? '' : 'm'
  return `vitest.config.${extension}${isTyped ? 'ts' : 'js'}`
}
