import { join } from 'node:path'
import process from 'node:process'
import { needs, setup } from './setup.mjs'
import { handOver } from './setup/hand-over.mjs'
import { root } from './setup/paths.mjs'

const { node, env } = await setup(needs.browser)
const args = [join(root, 'bench/run.ts'), ...process.argv.slice(2)]
process.exitCode = await handOver(node, args, { cwd: root, env })
