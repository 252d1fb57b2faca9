import { join } from 'node:path'
import process from 'node:process'
import { needs, setup } from './setup.mjs'
import { handOver } from './setup/hand-over.mjs'
import { argumentsOrHelp } from './setup/help.mjs'
import { packageBin } from './setup/package-bin.mjs'
import { root } from './setup/paths.mjs'

const args = argumentsOrHelp(`
npm run preview [-- <arguments for vitest watch>]

Starts fixtures/example in watch mode with livetab(preview()) and Vitest's UI. Opens the tab
where there is a desktop, and always prints the link. Sets the clone up first.
`)

const { node, env } = await setup(needs.build)
const config = ['--config', 'vitest.preview.config.ts']
process.exitCode = await handOver(node, [packageBin('vitest'), 'watch', ...config, ...args], {
  cwd: join(root, 'fixtures/example'),
  // Vite opens the tab, and "none" keeps it from trying where nothing could be seen.
  env: hasDesktop() ? env : { BROWSER: 'none', ...env },
})

function hasDesktop() {
  if (process.platform === 'darwin' || process.platform === 'win32') return true
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}
