import process from 'node:process'
import { needs, setup } from './setup.mjs'
import { handOver } from './setup/hand-over.mjs'
import { argumentsOrHelp } from './setup/help.mjs'
import { packageBin } from './setup/package-bin.mjs'
import { root } from './setup/paths.mjs'

const args = argumentsOrHelp(`
npm run lint [-- --fix]

Checks all sources with oxlint. --fix mends what can be mended safely.
`)

const { node, env } = await setup(needs.tools)
process.exitCode = await handOver(node, [packageBin('oxlint'), ...args], { cwd: root, env })
