import satisfies from 'semver/functions/satisfies.js'
import { ownPackage } from './own-package.ts'
import { declaredPackages, findPackage, type Project } from './project.ts'

/** Packages of Vitest's that are released with it, so that their versions have to match. */
const released = new Set([
  '@vitest/browser',
  '@vitest/browser-playwright',
  '@vitest/browser-preview',
  '@vitest/coverage-istanbul',
  '@vitest/coverage-v8',
  '@vitest/ui',
  '@vitest/web-worker',
  'vitest',
])

/** Which versions of a package go with this Livetab; undefined where any does. */
export function rangeOf(name: string): string | undefined {
  if (released.has(name)) return ownPackage().peerDependencies.vitest
  // It is released apart from Vitest.
  if (name === '@vitest/browser-webdriverio') return '^5.0.0'
  return name === 'vite' ? '^6.4.0 || ^7.0.0 || ^8.0.0' : undefined
}

export function fits(version: string, range: string): boolean {
  return satisfies(version, range)
}

/** Those packages of Vitest's that the project has, wherever it named them. */
export function vitestPackages(project: Project): string[] {
  const known = [...released, '@vitest/browser-webdriverio']
  const declared = declaredPackages(project)
  return known.filter((name) => declared.includes(name) || findPackage(project, name))
}

/** What has to be installed for these packages to be there in a version that fits. */
export function missingPackages(project: Project, wanted: Iterable<string>): string[] {
  const missing = new Set<string>()
  for (const name of wanted) {
    const range = name === 'livetab' ? `^${ownPackage().version}` : rangeOf(name)
    const installed = findPackage(project, name)
    if (installed && (!range || name === 'livetab' || fits(installed.version, range))) continue
    missing.add(range ? `${name}@${range}` : name)
  }
  return [...missing]
}
