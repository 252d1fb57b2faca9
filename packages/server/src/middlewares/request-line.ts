import type { Connect } from 'vite'
import type { Runner } from '../runner.ts'
import { requestUrl } from '../security/request-url.ts'
import { sendStatus } from './respond.ts'

/** Answers requests whose URL is none. Behind us they would throw, and that would count as an error of the run. */
export function createRequestLineMiddleware<Meta>(
  runner: Runner<Meta>,
): Connect.NextHandleFunction {
  return function livetabRequestLine(req, res, next) {
    if (requestUrl(req.url)) {
      next()
      return
    }
    runner.debug('refused a request with 400: its URL is malformed')
    sendStatus(res, 400)
  }
}
