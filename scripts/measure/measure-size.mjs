import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../setup/run-command.mjs'
import { installedPackages } from './installed-packages.mjs'

/** What somebody has who uses Vitest's browser mode without Livetab. */
const stock = ['vitest@5.1.0', '@vitest/browser-playwright@5.1.0', 'playwright']

/**
 * Installs Vitest's browser mode into an empty project, then Livetab, and gives what that added.
 *
 * @param {string[]} tarballs the packed packages
 * @returns {Promise<{ before: Map<string, number>, added: Map<string, number> }>}
 */
export async function measureSize(tarballs) {
  const project = mkdtempSync(join(tmpdir(), 'livetab-size-'))
  try {
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n')
    await install(project, stock)
    const before = installedPackages(project)
    await install(project, tarballs)
    const after = installedPackages(project)
    const added = new Map([...after].filter(([name]) => !before.has(name)))
    return { before, added }
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
}

async function install(project, packages) {
  const flags = ['--save-dev', '--no-audit', '--no-fund', '--ignore-scripts']
  const result = await runCommand('npm', ['install', ...flags, ...packages], { cwd: project })
  if (!result.ok) throw new Error(result.summary)
}

/** @param {Map<string, number>} packages */
export function totalBytes(packages) {
  return [...packages.values()].reduce((sum, bytes) => sum + bytes, 0)
}
