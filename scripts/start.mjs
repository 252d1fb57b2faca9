import { join } from 'node:path'
import process from 'node:process'
import { needs, setup } from './setup.mjs'
import { handOver } from './setup/hand-over.mjs'
import { argumentsOrHelp } from './setup/help.mjs'
import { packageBin } from './setup/package-bin.mjs'
import { root } from './setup/paths.mjs'

const args = argumentsOrHelp(`
npm start [-- <arguments for vitest run>]

Runs the tests of fixtures/example once, in a headless Chromium through livetab(playwright()).
Sets the clone up first: Node, dependencies, build, Chromium.
  npm start -- cart          only test files with "cart" in their path
  npm start -- -t checkout   only tests with "checkout" in their name
`)

const { node, env } = await setup(needs.browser)
const cwd = join(root, 'fixtures/example')
process.exitCode = await handOver(node, [packageBin('vitest'), 'run', ...args], { cwd, env })
