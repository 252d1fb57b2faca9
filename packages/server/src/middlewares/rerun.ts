import type { IncomingMessage } from 'node:http'
import { ReservationTimeoutError } from '@livetab/sessions'
import type { Connect } from 'vite'
import { orchestratorPath, rerunPath } from '../contract.ts'
import type { SendSessionPage } from '../html/session-page.ts'
import type { Runner } from '../runner.ts'
import { refuseHttp } from '../security/door.ts'
import { isHolder } from '../security/holder-cookie.ts'
import { sendStatus } from './respond.ts'

const largestBody = 4096

/** The next request is held back just as long again, so there is no use in coming late. */
const retryAfterSeconds = 1

/** Opens a new session for the browser that held an ended one, and sends its tab there. */
export function createRerunMiddleware<Meta>(
  runner: Runner<Meta>,
  sendSessionPage: SendSessionPage,
): Connect.NextHandleFunction {
  return async function livetabRerun(req, res, next) {
    const url = new URL(req.url ?? '', 'http://localhost')
    if (url.pathname !== rerunPath) {
      next()
      return
    }
    const refusal = refuseHttp(req, 'own-post', runner.hosts())
    if (refusal) {
      runner.debug(`refused a rerun with ${refusal.status}: ${refusal.reason}`)
      sendStatus(res, refusal.status)
      return
    }
    try {
      const body = await readForm(req)
      if (!body) {
        runner.debug('refused a rerun with 413: its body is too large')
        res.setHeader('Connection', 'close')
        sendStatus(res, 413)
        return
      }
      const found = runner.lookup(body.get('sessionId') ?? '')
      if (found.status === 'live') {
        await sendSessionPage(res, 409)
        return
      }
      if (found.status === 'unknown' || !isHolder(req, found.gone)) {
        runner.debug('refused a rerun with 403: this browser did not hold the session')
        await sendSessionPage(res, 403)
        return
      }
      const id = await runner.rerun(found.gone)
      res.statusCode = 303
      res.setHeader('Location', `${orchestratorPath}?sessionId=${id}`)
      res.setHeader('Cache-Control', 'no-store')
      res.setHeader('Referrer-Policy', 'no-referrer')
      res.end()
    } catch (error) {
      if (!(error instanceof ReservationTimeoutError)) throw error
      runner.debug(`answered a rerun with 429: ${error.message}`)
      res.setHeader('Retry-After', String(retryAfterSeconds))
      await sendSessionPage(res, 429)
    }
  }
}

async function readForm(req: IncomingMessage): Promise<URLSearchParams | undefined> {
  let body = ''
  for await (const chunk of req) {
    body += String(chunk)
    if (body.length > largestBody) return undefined
  }
  return new URLSearchParams(body)
}
