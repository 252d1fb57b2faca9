import process from 'node:process'
import { ownPackage } from '../own-package.ts'
import type { PackageManager } from '../package-manager.ts'
import { fits, missingPackages, rangeOf, vitestPackages } from '../packages.ts'
import { findPackage, type Project } from '../project.ts'
import { type Finding, ok, todo } from './finding.ts'

export function checkNode(): Finding {
  const { version } = process
  const { node } = ownPackage().engines
  if (fits(version, node)) return ok('Node', version)
  return todo(
    'Node',
    `${version} is not one that Vitest 5 runs on`,
    'Install Node 24, or 22.12 or newer.',
  )
}

/** Vitest and what is released with it, in one and the same version, and a Vite that goes with it. */
export function checkVersions(project: Project, manager: PackageManager): Finding[] {
  const names = [
    'livetab',
    'vitest',
    ...vitestPackages(project).filter((it) => it !== 'vitest'),
    'vite',
  ]
  return names.map((name) => {
    const installed = findPackage(project, name)
    const wanted = missingPackages(project, [name])
    const fitting = name === 'vite' ? 'vite@8' : wanted[0]
    if (!installed) return todo(name, 'is not installed', manager.add([fitting ?? name]).text)
    if (!fitting || wanted.length === 0) return ok(name, installed.version)
    return todo(
      name,
      `${installed.version} does not go with Livetab, which needs ${rangeOf(name)}`,
      manager.add([fitting]).text,
    )
  })
}
