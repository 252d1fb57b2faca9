import sirv from 'sirv'
import type { Connect } from 'vite'
import { assetsPath } from '../contract.ts'
import type { Runner } from '../runner.ts'
import { refuseHttp } from '../security/door.ts'
import { sendStatus } from './respond.ts'

/** The built client: the same for everyone, and nothing secret in it. */
export function createAssetsMiddleware<Meta>(
  directory: string,
  runner: Runner<Meta>,
): Connect.NextHandleFunction {
  const serve = sirv(directory, {
    etag: true,
    setHeaders(res) {
      res.setHeader('Cache-Control', 'no-cache')
      res.setHeader('X-Content-Type-Options', 'nosniff')
    },
  })
  return function livetabAssets(req, res, next) {
    const url = req.url ?? ''
    if (!url.startsWith(assetsPath)) {
      next()
      return
    }
    const refusal = refuseHttp(req, 'asset', runner.hosts())
    if (refusal) {
      runner.debug(`refused an asset with ${refusal.status}: ${refusal.reason}`)
      sendStatus(res, refusal.status)
      return
    }
    req.url = url.slice(assetsPath.length - 1)
    serve(req, res, () => {
      req.url = url
      sendStatus(res, 404)
    })
  }
}
