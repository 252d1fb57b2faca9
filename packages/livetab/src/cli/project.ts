import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, parse } from 'node:path'
import { CliError } from './cli-error.ts'

interface Manifest {
  readonly name?: string
  readonly type?: string
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** The folder that the commands work on. */
export interface Project {
  readonly root: string
  readonly manifest: Manifest
}

/** The folder itself or the nearest above it that has a package.json. */
export function findProject(folder: string): Project {
  for (const candidate of foldersAbove(folder)) {
    const file = join(candidate, 'package.json')
    if (!existsSync(file)) continue
    try {
      return { root: candidate, manifest: readManifest(file) }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new CliError(`${file} cannot be read: ${reason}`)
    }
  }
  throw new CliError(
    `There is no package.json in ${folder} or above it. Go to your project's folder, or start one with: npm init --yes`,
  )
}

interface Installed {
  readonly root: string
  readonly manifest: Manifest
  readonly version: string
}

/** A package as Node would find it from the project, whatever its `exports` say. */
export function findPackage(project: Project, name: string): Installed | undefined {
  const found = findFrom(project.root, name)
  if (found || name !== 'vite') return found
  // Few projects name it themselves, and pnpm gives it to Vitest alone.
  const vitest = findFrom(project.root, 'vitest')
  return vitest && findFrom(realpathSync(vitest.root), name)
}

function findFrom(start: string, name: string): Installed | undefined {
  for (const folder of foldersAbove(start)) {
    const root = join(folder, 'node_modules', name)
    const file = join(root, 'package.json')
    if (!existsSync(file)) continue
    const manifest = readManifest(file)
    return { root, manifest, version: manifest.version ?? 'unknown' }
  }
  return undefined
}

/** What the project's own package.json asks for, by name. */
export function declaredPackages({ manifest }: Project): string[] {
  return Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
}

function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest
}

function* foldersAbove(folder: string): Generator<string> {
  for (let current = folder; ; current = dirname(current)) {
    yield current
    if (current === parse(current).root) return
  }
}
