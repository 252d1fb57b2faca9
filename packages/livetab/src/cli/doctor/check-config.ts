import { relative } from 'node:path'
import { findConfigFile } from '../config-files.ts'
import type { PackageManager } from '../package-manager.ts'
import { missingPackages } from '../packages.ts'
import type { Project } from '../project.ts'
import { type BrowserProject, loadBrowserProjects } from './browser-project.ts'
import { type Finding, ok, todo } from './finding.ts'

interface Checked {
  readonly findings: Finding[]
  readonly projects: readonly BrowserProject[]
}

/** The configuration as Vitest reads it, and which of its projects Livetab serves. */
export async function checkConfig(
  project: Project,
  asked: string | undefined,
  manager: PackageManager,
): Promise<Checked> {
  const subject = 'configuration'
  const init = manager.run('livetab', 'init')
  const config = findConfigFile(project.root, asked)
  if (config?.kind !== 'vitest') {
    return { findings: [todo(subject, 'there is none for Vitest here', init)], projects: [] }
  }
  const name = relative(project.root, config.path)
  try {
    const browsers = await loadBrowserProjects(project, asked)
    if (browsers.length === 0) {
      const finding = todo(subject, `${name} has no project that runs in a browser`, init)
      return { findings: [finding], projects: [] }
    }
    const findings = [ok(subject, name), ...browsers.map((it) => describe(it, init))]
    return { findings, projects: browsers }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const finding = todo(
      subject,
      `${name} does not load: ${firstLine(reason)}`,
      adviceFor(project, reason, manager),
    )
    return { findings: [finding], projects: [] }
  }
}

function describe({ name, provider, isWrapped, browsers }: BrowserProject, init: string): Finding {
  const says = `${provider}, ${browsers.join(', ')}`
  if (isWrapped) return ok(`"${name}"`, `${says}, with Livetab`)
  return todo(`"${name}"`, `${says}, not wrapped in livetab()`, init)
}

/** A package that the configuration imports and nobody installed is the usual reason. */
function adviceFor(project: Project, reason: string, manager: PackageManager): string {
  const name = /Cannot find (?:package|module) '((?:@[\w.-]+\/)?[\w.-]+)/.exec(reason)?.[1]
  const missing = name ? missingPackages(project, [name]) : []
  if (missing.length > 0) return manager.add(missing).text
  return 'Mend the configuration; Vitest itself says more.'
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? text
}
