import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { packageNames, root } from './paths.mjs'
import { runCommand } from './run-command.mjs'
import { SetupError } from './setup-error.mjs'
import { hashInputs, readStamp, writeStamp } from './stamp.mjs'

export const pnpm = ['--yes', 'pnpm@12.18.0']

const manifests = [
  'package.json',
  ...packageNames.map((name) => `packages/${name}/package.json`),
  ...foldersIn('examples').map((folder) => `${folder}/package.json`),
  ...foldersIn('examples/monorepo/packages').map((folder) => `${folder}/package.json`),
]

function foldersIn(parent) {
  return readdirSync(join(root, parent)).map((name) => `${parent}/${name}`)
}

/** Installs what the lockfile says, with pnpm run through npx. */
export const dependenciesStep = {
  name: 'dependencies',

  find(context) {
    const installed = existsSync(join(root, 'node_modules/.modules.yaml'))
    return installed && readStamp('dependencies')?.inputs === inputsHash(context) ? {} : undefined
  },

  doing() {
    return 'installing dependencies with pnpm'
  },

  async work(context) {
    const inputs = inputsHash(context)
    const result = await runCommand('npx', [...pnpm, 'install', '--frozen-lockfile'], {
      // pnpm asks before it replaces a node_modules made by something else, unless it is CI.
      env: { ...context.env, CI: 'true' },
    })
    if (!result.ok) {
      throw new SetupError(
        result.summary,
        'Check that you can reach the npm registry (npm ping). If it was reached, delete node_modules and run the command again.',
      )
    }
    writeStamp('dependencies', { inputs })
  },
}

function inputsHash({ nodeVersion }) {
  return hashInputs({
    words: [nodeVersion, ...pnpm],
    files: ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests],
  })
}
