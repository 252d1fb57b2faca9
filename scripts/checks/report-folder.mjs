import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { stateDir } from '../setup/paths.mjs'

/** Where runners leave their JSON for the summary. */
export function reportFolder() {
  const folder = join(stateDir, 'reports')
  mkdirSync(folder, { recursive: true })
  return folder
}
