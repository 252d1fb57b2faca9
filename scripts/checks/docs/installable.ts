import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './pages.ts'

interface Manifest {
  readonly name: string
  readonly version: string
}

/** Packages that this workspace has, with the version it tests: what docs may tell people to install. */
function versions(): Map<string, string> {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  const own = globSync('packages/*/package.json', { cwd: root }).map(
    (path) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest,
  )
  return new Map([
    ...Object.entries(devDependencies),
    ...own.map(({ name, version }): [string, string] => [name, version]),
  ])
}

const known = versions()

export function installable(): string[] {
  return [...known.keys()]
}

/** `name` or `name@version`, with the version that is tested. */
export function isInstallable(specifier: string): boolean {
  const at = specifier.indexOf('@', 1)
  const name = at === -1 ? specifier : specifier.slice(0, at)
  const version = at === -1 ? undefined : specifier.slice(at + 1)
  return known.has(name) && (version === undefined || version === known.get(name))
}
