import { join } from 'node:path'
import { clientDirectory } from '@livetab/client'
import type { Plugin, UserConfig } from 'vite'
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

/**
 * Vite serves files only from where it is told to. Written by hand, because Vite's `mergeConfig`
 * sets `server.hmr`, and Vitest switches it off: with it every change of the configuration restarts twice.
 */
export function allowClientFiles(config: UserConfig): UserConfig {
  const { server } = config
  const allow = [...(server?.fs?.allow ?? []), clientDirectory]
  return { ...config, server: { ...server, fs: { ...server?.fs, allow } } }
}
