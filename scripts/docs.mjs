import { join } from 'node:path'
import process from 'node:process'
import { needs, setup } from './setup.mjs'
import { handOver } from './setup/hand-over.mjs'
import { argumentsOrHelp } from './setup/help.mjs'
import { packageBin } from './setup/package-bin.mjs'
import { root } from './setup/paths.mjs'

const [mode = 'build', ...args] = argumentsOrHelp(`
npm run docs [-- dev | preview]

Builds docs/ as a site into docs/.vitepress/dist. Needs no network.
  npm run docs -- dev       serves the pages and shows what you edit
  npm run docs -- preview   serves what was built
`)

const { node, env } = await setup(needs.tools)
const vitepress = [packageBin('vitepress'), mode, join(root, 'docs'), ...args]
process.exitCode = await handOver(node, vitepress, { cwd: root, env })
