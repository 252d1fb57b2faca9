import process from 'node:process'
import { needs, setup } from './setup.mjs'
import { handOver } from './setup/hand-over.mjs'
import { argumentsOrHelp } from './setup/help.mjs'
import { packageBin } from './setup/package-bin.mjs'
import { root } from './setup/paths.mjs'

const args = argumentsOrHelp(`
npm run format [-- --check]

Formats all files with oxfmt. --check only says which files it would change.
`)

const { node, env } = await setup(needs.tools)
process.exitCode = await handOver(node, [packageBin('oxfmt'), ...args], { cwd: root, env })
