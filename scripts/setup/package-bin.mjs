import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'

/**
 * The script behind a package's command, to be run with the Node that set-up found.
 *
 * @param {string} name of the package
 * @param {string} [command] where it is not the package's name
 */
export function packageBin(name, command = name.split('/').at(-1)) {
  const home = join(root, 'node_modules', name)
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  return join(home, typeof bin === 'string' ? bin : bin[command])
}
