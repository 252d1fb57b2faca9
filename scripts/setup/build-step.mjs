import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { packageBin } from './package-bin.mjs'
import { packageNames, root } from './paths.mjs'
import { runCommand } from './run-command.mjs'
import { SetupError } from './setup-error.mjs'
import { hashInputs, readStamp, writeStamp } from './stamp.mjs'

/** Builds the packages: tsdown for Node, Vite for what runs in the browser and for the command line. */
export const buildStep = {
  name: 'build',

  find(context) {
    const built = packageNames.every((name) => existsSync(join(distOf(name), 'index.js')))
    return built && readStamp('build')?.inputs === inputsHash(context) ? {} : undefined
  },

  doing() {
    return 'building the packages'
  },

  async work({ node, nodeVersion, env }) {
    const inputs = inputsHash({ nodeVersion })
    const started = Date.now()
    const commands = [
      [[packageBin('tsdown'), '--log-level', 'warn'], root],
      ...['client', 'livetab'].map((name) => [
        [packageBin('vite'), 'build', '--logLevel', 'warn'],
        join(root, 'packages', name),
      ]),
    ]
    for (const [args, cwd] of commands) {
      const result = await runCommand(node, args, { cwd, env })
      if (!result.ok) {
        throw new SetupError(
          result.summary,
          'Mend the source that is named above, then run the command again.',
        )
      }
    }
    for (const name of packageNames) removeLeftovers(distOf(name), started)
    writeStamp('build', { inputs })
  },
}

/** Files that this build did not write are from an earlier one. */
function removeLeftovers(folder, started) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) removeLeftovers(path, started)
    // Some file systems keep times in whole seconds.
    else if (statSync(path).mtimeMs < started - 1_000) rmSync(path)
  }
}

function inputsHash({ nodeVersion }) {
  return hashInputs({
    words: [nodeVersion],
    files: [
      'pnpm-lock.yaml',
      'tsdown.config.ts',
      'tsconfig.base.json',
      'packages/client/vite.config.ts',
      'packages/livetab/vite.config.ts',
      ...packageNames.flatMap((name) => [
        `packages/${name}/package.json`,
        `packages/${name}/tsconfig.json`,
        `packages/${name}/src`,
      ]),
    ],
    skip: (path) => path.endsWith('.test.ts'),
  })
}

function distOf(name) {
  return join(root, 'packages', name, 'dist')
}
