import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './pages.ts'

export interface Manifest {
  /** From the repository's root. */
  readonly folder: string
  readonly name: string
  readonly version?: string
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** The package that a page is about: an example's README means its own scripts. */
export function manifestFor(page: string): Manifest {
  let folder = dirname(page)
  while (!existsSync(join(root, folder, 'package.json'))) folder = dirname(folder)
  return read(folder)
}

/** `name` or `name@version`, with the version that is tested here. */
export function isInstallable(specifier: string, manifest: Manifest): boolean {
  const at = specifier.indexOf('@', 1)
  const name = at === -1 ? specifier : specifier.slice(0, at)
  const version = at === -1 ? undefined : specifier.slice(at + 1)
  const known = { ...versions(), ...manifest.dependencies, ...manifest.devDependencies }
  return Object.hasOwn(known, name) && (version === undefined || version === known[name])
}

/** Packages that this workspace has or makes, with their versions. */
function versions(): Record<string, string> {
  const own = globSync('packages/*', { cwd: root }).map((folder) => read(folder))
  return {
    ...read('.').devDependencies,
    ...Object.fromEntries(own.map(({ name, version }) => [name, version ?? ''])),
  }
}

function read(folder: string): Manifest {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest
  return { ...manifest, folder }
}
