import process from 'node:process'
import { packageManagerOf } from '../package-manager.ts'
import { findProject } from '../project.ts'
import { print, styled } from '../terminal.ts'
import type { BrowserProject } from './browser-project.ts'
import { checkBrowsers } from './check-browsers.ts'
import { checkConfig } from './check-config.ts'
import { checkPort } from './check-ports.ts'
import { checkSandbox } from './check-sandbox.ts'
import { checkNode, checkVersions } from './check-versions.ts'
import { checkWatchers } from './check-watchers.ts'
import { type Finding, note, printFinding } from './finding.ts'

/** Checks this machine and this project, and gives 1 if something has to be done. */
export async function runDoctor(folder: string, config: string | undefined): Promise<number> {
  const project = findProject(folder)
  const manager = await packageManagerOf(project.root)
  // Vitest and plugins look for their files from here.
  process.chdir(project.root)
  const all: Finding[] = []
  const tell = (...findings: Finding[]): void => {
    for (const finding of findings) printFinding(finding)
    all.push(...findings)
  }

  tell(checkNode())
  const versions = checkVersions(project, manager)
  tell(...versions)
  if (versions.some(({ state }) => state === 'todo')) {
    tell(note('configuration', 'not looked at until the versions above go together'))
  } else {
    const { findings, projects } = await checkConfig(project, config, manager)
    tell(...findings)
    for (const it of projects.filter(isFirstOfItsKind)) {
      tell(...(await checkBrowsers(project, it, manager)))
    }
    const ports = new Map(projects.map((it) => [it.api.port, it]))
    for (const it of ports.values()) tell(await checkPort(it))
    if (projects.length > 0) tell(checkSandbox(projects))
  }
  tell(await checkWatchers(project.root))

  const left = all.filter(({ state }) => state === 'todo').length
  print()
  if (left === 0) print(`${styled('green', '✓')} Everything is ready: ${manager.run('vitest')}`)
  else
    print(
      `${styled('red', '✗')} ${left === 1 ? 'One thing has' : `${left} things have`} to be done.`,
    )
  return left === 0 ? 0 : 1
}

/** Instances and projects with the same browser are tried once. */
function isFirstOfItsKind(
  it: BrowserProject,
  index: number,
  all: readonly BrowserProject[],
): boolean {
  return all.findIndex((other) => kindOf(other) === kindOf(it)) === index
}

function kindOf({ provider, options, headless, browsers }: BrowserProject): string {
  return JSON.stringify([provider, options, headless, browsers])
}
