import process from 'node:process'
import { findCommand } from './find-command.mjs'
import { runCommand } from './run-command.mjs'

const patience = 10 * 60_000

export function canUseApt() {
  return process.getuid?.() === 0 && findCommand('apt-get') !== undefined
}

/** @param {string[]} names */
export async function installWithApt(names) {
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: patience,
  }
  const update = await runCommand('apt-get', ['update'], options)
  if (!update.ok) return update
  const waiting = ['-o', 'DPkg::Lock::Timeout=120']
  return runCommand(
    'apt-get',
    ['install', '-y', '--no-install-recommends', ...waiting, ...names],
    options,
  )
}
