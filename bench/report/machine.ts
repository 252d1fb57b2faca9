import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { arch, cpus, loadavg, platform, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

/** The machine without anything that names it or its user. */
export interface Machine {
  system: string
  cpu: string
  cores: number
  memoryGb: number
  node: string
  vite: string
  vitest: string
  playwright: string
  chromium: string
  /** Load in the minute before the bench; a quiet machine has close to 0. */
  load: number
}

function versionOf(name: string): string {
  const file = fileURLToPath(import.meta.resolve(`${name}/package.json`))
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

function chromiumVersion(executable: string | undefined): string {
  if (!executable) return "Playwright's own"
  const text = execFileSync(executable, ['--version'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return /\d+(\.\d+)+/.exec(text)?.[0] ?? text.trim()
}

export function describeMachine(chromium: string | undefined): Machine {
  const processors = cpus()
  return {
    system: `${platform()} ${arch()}`,
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    vite: versionOf('vite'),
    vitest: versionOf('vitest'),
    playwright: versionOf('playwright'),
    chromium: chromiumVersion(chromium),
    load: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  }
}

export function machineLine(machine: Machine): string {
  const { cores, cpu, memoryGb, system, node, vite, vitest, playwright, chromium, load } = machine
  return (
    `${cores} cores (${cpu}), ${memoryGb} GB, ${system}; Node ${node}, Vite ${vite}, ` +
    `Vitest ${vitest}, Playwright ${playwright}, Chromium ${chromium}; load before the runs ${load}.`
  )
}
