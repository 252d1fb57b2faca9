import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pnpm } from '../setup/dependencies-step.mjs'
import { packageNames, root } from '../setup/paths.mjs'
import { runCommand } from '../setup/run-command.mjs'

/**
 * Packs every package as npm would publish it.
 *
 * @param {string} folder an empty one
 * @returns {Promise<string[]>} the files
 */
export async function packPackages(folder) {
  for (const name of packageNames) {
    const cwd = join(root, 'packages', name)
    const packed = await runCommand('npx', [...pnpm, 'pack', '--pack-destination', folder], { cwd })
    if (!packed.ok) throw new Error(packed.summary)
  }
  return readdirSync(folder).map((file) => join(folder, file))
}
