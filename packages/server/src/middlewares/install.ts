import type { Server } from 'node:http'
import type { ViteDevServer } from 'vite'
import { createSessionPage } from '../html/session-page.ts'
import type { Runner } from '../runner.ts'
import { createAssetsMiddleware } from './assets.ts'
import { createOrchestratorMiddleware } from './orchestrator.ts'
import { createRequestLineMiddleware } from './request-line.ts'
import { guardRequestTargets } from './request-target.ts'
import { createRerunMiddleware } from './rerun.ts'
import { createStateMiddleware } from './session-state.ts'
import { settle } from './settle.ts'
import { createTesterMiddleware } from './tester.ts'

export interface PageOptions {
  /** Directory of the built client. */
  readonly clientDirectory: string
  /** The session page's script. */
  readonly sessionPageScript: string
}

/** Puts every page and request of a session in front of Vite's own middlewares. */
export function installPages<Meta>(
  server: Pick<ViteDevServer, 'middlewares' | 'httpServer'>,
  runner: Runner<Meta>,
  options: PageOptions,
): void {
  if (server.httpServer) guardRequestTargets(server.httpServer as Server)
  const sendSessionPage = createSessionPage(options.sessionPageScript)
  const middlewares = [
    createRequestLineMiddleware(runner),
    createStateMiddleware(runner),
    createRerunMiddleware(runner, sendSessionPage),
    createOrchestratorMiddleware(runner, sendSessionPage),
    createTesterMiddleware(runner),
    createAssetsMiddleware(options.clientDirectory, runner),
  ]
  for (const middleware of middlewares) server.middlewares.use(settle(middleware, runner))
}
