import { join } from 'node:path'
import { clientDirectory } from '@livetab/client'
import { mergeConfig, type Plugin, type UserConfig } from 'vite'
import type { StockParent } from '../vitest-internals.ts'
import { isSpeedOn } from './is-speed-on.ts'

/** Gives testers our connection, which goes through the orchestrator, in place of Vitest's. */
export function createTesterClientPlugin(parent: () => StockParent | undefined): Plugin {
  return {
    name: 'livetab:tester-client',
    enforce: 'pre',
    resolveId: {
      order: 'pre',
      filter: { id: /^@vitest\/browser\/client$/ },
      handler() {
        const server = parent()
        return server && isSpeedOn(server) ? join(clientDirectory, 'tester.js') : undefined
      },
    },
  }
}

/** Vite serves files only from where it is told to. */
export function allowClientFiles(config: UserConfig): UserConfig {
  return mergeConfig(config, { server: { fs: { allow: [clientDirectory] } } })
}
