import type { Connect } from 'vite'
import type { Runner } from '../runner.ts'
import { requestUrl } from '../security/request-url.ts'
import { sendStatus } from './respond.ts'

/**
 * Answers requests whose URL is none, and those for HTML pages whose path cannot be decoded.
 * Behind us both would throw where nobody catches it, and that would end Vitest.
 */
export function createRequestLineMiddleware<Meta>(
  runner: Runner<Meta>,
): Connect.NextHandleFunction {
  return function livetabRequestLine(req, res, next) {
    if (requestUrl(req.url) && !isMalformedPage(req.url ?? '')) {
      next()
      return
    }
    runner.debug('refused a request with 400: its URL is malformed')
    sendStatus(res, 400)
  }
}

function isMalformedPage(url: string): boolean {
  const [path = ''] = url.split(/[?#]/, 1)
  return path.endsWith('.html') && decoded(path) === undefined
}

/** The result is used: bundlers take a call whose result is not for one that can be left out. */
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
