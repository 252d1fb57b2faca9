import { type Runner, settle } from '@livetab/server'
import type { ViteDevServer } from 'vite'
import type { LivetabCore } from '../livetab-core.ts'
import type { SessionMeta } from '../slot.ts'
import type { StockParent } from '../vitest-internals.ts'
import { createAttachmentMiddleware } from './attachments.ts'
import { createCoverageMiddleware } from './coverage.ts'

/** Puts the files of a run in front of those that Vitest serves itself. */
export function installRunFiles(
  server: ViteDevServer,
  core: LivetabCore,
  parent: StockParent,
  runner: Runner<SessionMeta>,
): void {
  server.middlewares.use(settle(createAttachmentMiddleware(core, parent, runner), runner))
  server.middlewares.use(settle(createCoverageMiddleware(core, parent, runner), runner))
}
