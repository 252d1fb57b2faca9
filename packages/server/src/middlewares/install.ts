import type { ViteDevServer } from 'vite'
import { createSessionPage } from '../html/session-page.ts'
import type { Runner } from '../runner.ts'
import { createAssetsMiddleware } from './assets.ts'
import { createOrchestratorMiddleware } from './orchestrator.ts'
import { createRerunMiddleware } from './rerun.ts'
import { createStateMiddleware } from './session-state.ts'
import { createTesterMiddleware } from './tester.ts'

export interface PageOptions {
  /** Directory of the built client. */
  readonly clientDirectory: string
  /** The session page's script. */
  readonly sessionPageScript: string
}

/** Puts every page and request of a session in front of Vite's own middlewares. */
export function installPages<Meta>(
  server: Pick<ViteDevServer, 'middlewares'>,
  runner: Runner<Meta>,
  options: PageOptions,
): void {
  const sendSessionPage = createSessionPage(options.sessionPageScript)
  server.middlewares.use(createStateMiddleware(runner))
  server.middlewares.use(createRerunMiddleware(runner, sendSessionPage))
  server.middlewares.use(createOrchestratorMiddleware(runner, sendSessionPage))
  server.middlewares.use(createTesterMiddleware(runner))
  server.middlewares.use(createAssetsMiddleware(options.clientDirectory))
}
