import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Everything that set-up makes beside `node_modules` and `dist`. Safe to delete. */
export const stateDir = join(root, '.livetab')

export const packageNames = ['sessions', 'server', 'client', 'vitest', 'livetab']
