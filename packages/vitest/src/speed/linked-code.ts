import { refuseHttp, sendStatus, settle, type Runner } from '@livetab/server'
import type { ServerResponse } from 'node:http'
import type { Connect } from 'vite'

/** What decides who may load linked code. */
export type SpeedDoor = Pick<Runner, 'hosts' | 'debug'>

/** Serves code that never changes under its name, below one path, to pages of this server. */
export function createLinkedCodeMiddleware(
  path: string,
  find: (name: string) => string | undefined,
  door: SpeedDoor,
): Connect.NextHandleFunction {
  return settle(function livetabLinkedCode(req, res, next) {
    const url = req.url ?? ''
    if (!url.startsWith(path)) {
      next()
      return
    }
    const refusal = refuseHttp(req, 'own-request', door.hosts())
    if (refusal) {
      door.debug(`refused linked code with ${refusal.status}: ${refusal.reason}`)
      sendStatus(res, refusal.status)
      return
    }
    const code = find(url.slice(path.length).replace(/\.js$/, ''))
    if (code === undefined) sendStatus(res, 404)
    else sendCode(res, code, 'public, max-age=31536000, immutable')
  }, door)
}

export function sendCode(res: ServerResponse, code: string, cacheControl: string): void {
  res.setHeader('Content-Type', 'text/javascript')
  res.setHeader('Cache-Control', cacheControl)
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.end(code)
}
