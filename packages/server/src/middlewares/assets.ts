import sirv from 'sirv'
import type { Connect } from 'vite'
import { assetsPath } from '../contract.ts'

/** The built client. Its files change only with the package, and their URL carries its version. */
export function createAssetsMiddleware(directory: string): Connect.NextHandleFunction {
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
    req.url = url.slice(assetsPath.length - 1)
    serve(req, res, () => {
      req.url = url
      next()
    })
  }
}
