import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import process from 'node:process'
import { CliError } from '../cli-error.ts'
import { type CommandLine, packageManagerOf } from '../package-manager.ts'
import { missingPackages, vitestPackages } from '../packages.ts'
import { findPackage, findProject } from '../project.ts'
import type { ProviderName } from '../providers.ts'
import { ask, canAsk, print, styled } from '../terminal.ts'
import { type Plan, planInit } from './plan.ts'
import { showDiff } from './show-diff.ts'

export interface InitOptions {
  readonly yes: boolean
  readonly install: boolean
  readonly provider: ProviderName
  readonly config: string | undefined
}

/** Shows what has to change for this project, and changes it once somebody agreed. */
export async function runInit(folder: string, options: InitOptions): Promise<number> {
  const project = findProject(folder)
  const plan = planInit(project, options)
  const manager = await packageManagerOf(project.root)
  const name = relative(project.root, plan.file)
  const missing = missingPackages(project, [...plan.packages, ...vitestPackages(project)])
  const install = missing.length > 0 ? manager.add(missing) : undefined

  if (plan.byHand) return sayByHand(name, plan.byHand, install)
  if (plan.after === undefined && !install) {
    print(
      `${styled('green', '✓')} Nothing to do: ${name} uses Livetab, and everything it needs is installed.`,
    )
    return 0
  }
  show(name, plan)
  if (install) print(`\n${options.install ? 'Installs' : 'To install'}: ${install.text}`)
  print()
  if (!options.yes && !canAsk()) {
    const run = findPackage(project, 'livetab') ? manager.run : manager.fetchAndRun
    print(`Nothing was changed. To make these changes: ${run('livetab', 'init', '--yes')}`)
    return 0
  }
  if (!options.yes && !(await ask('Make these changes?'))) {
    print('Nothing was changed.')
    return 0
  }
  if (install && options.install) await runInstall(install, project.root)
  if (plan.after !== undefined) writeFileSync(plan.file, plan.after)
  print(`${styled('green', '✓')} Done. Run your tests with: ${manager.run('vitest')}`)
  print(`  If they do not start: ${manager.run('livetab', 'doctor')}`)
  return 0
}

function show(name: string, plan: Plan): void {
  if (plan.after !== undefined) print(showDiff(name, plan.before, plan.after))
  else print(`${name} uses Livetab already.`)
  for (const note of plan.notes) print(`\n${note}`)
  if (!plan.migration) return
  list('\nTaken over:', plan.migration.moved)
  list('\nNot taken over; look at these yourself:', plan.migration.left)
}

function list(title: string, lines: readonly string[]): void {
  if (lines.length === 0) return
  print(title)
  for (const line of lines) print(`  - ${line}`)
}

function sayByHand(
  name: string,
  { because, paste }: { because: string; paste: string },
  install: CommandLine | undefined,
): number {
  print(`${styled('yellow', '!')} ${name} was not changed: ${because}.`)
  print(`\nPut this there yourself:\n\n${paste}`)
  if (install) print(`Then install what is missing: ${install.text}`)
  return 1
}

async function runInstall({ command, args, text }: CommandLine, cwd: string): Promise<void> {
  print(styled('dim', `$ ${text}`))
  const child = spawn(command, args, {
    cwd,
    stdio: 'inherit',
    // npm and its like are .cmd files there.
    shell: process.platform === 'win32',
  })
  const how = await new Promise<string>((resolve) => {
    child.once('error', (error) => {
      resolve(error.message)
    })
    child.once('close', (code, signal) => {
      resolve(code === 0 ? '' : `exit code ${code ?? signal}`)
    })
  })
  if (how)
    throw new CliError(
      `Installing failed (${how}). Nothing else was changed. Run it yourself, then start again: ${text}`,
    )
}
