import type { Server } from 'node:http'
import { isRequestTarget } from '../security/request-url.ts'

/** A target that the first middleware of ours answers with 400. */
const malformed = '//'

/**
 * Comes before all listeners of a server's `request`. The framework that runs middlewares reads the target
 * before any of them, with a parser that throws on what no browser sends, and that would end Vitest.
 */
export function guardRequestTargets(httpServer: Pick<Server, 'prependListener'>): void {
  httpServer.prependListener('request', (req) => {
    if (!isRequestTarget(req.url)) req.url = malformed
  })
}
