import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Connect } from 'vite'
import { longestStateWait, statePath } from '../contract.ts'
import type { SessionStateAnswer } from '../html/session-facts.ts'
import type { Runner } from '../runner.ts'
import { refuseHttp } from '../security/door.ts'
import { isHolder } from '../security/holder-cookie.ts'
import { sendJson, sendStatus } from './respond.ts'

/** Requests that may be held open at once; past it the answer comes at once and the page asks again. */
const mostWaiters = 128

/** Says whether a session is in use or expired; to the browser that held it, also what became of it. */
export function createStateMiddleware<Meta>(runner: Runner<Meta>): Connect.NextHandleFunction {
  let waiters = 0

  return async function livetabSessionState(req, res, next) {
    const url = new URL(req.url ?? '', 'http://localhost')
    if (url.pathname !== statePath) {
      next()
      return
    }
    const refusal = refuseHttp(req, 'own-request', runner.hosts())
    if (refusal) {
      runner.debug(`refused the state of a session with ${refusal.status}: ${refusal.reason}`)
      sendStatus(res, refusal.status)
      return
    }
    const id = url.searchParams.get('sessionId') ?? ''
    const wait = Math.min(Number(url.searchParams.get('wait')) || 0, longestStateWait)
    const found = runner.lookup(id)
    if (found.status === 'live' && wait > 0 && waiters < mostWaiters) {
      waiters++
      await untilEnded(found.session, wait, res)
      waiters--
    }
    if (!res.writableEnded && !res.destroyed) sendJson(res, 200, answer(req, id))
  }

  function answer(req: IncomingMessage, id: string): SessionStateAnswer {
    const found = runner.lookup(id)
    if (found.status === 'live') return { state: 'in-use' }
    if (found.status === 'gone' && isHolder(req, found.gone)) {
      return { state: 'expired', facts: runner.facts(found.gone) }
    }
    return { state: 'expired' }
  }
}

function untilEnded(
  session: { readonly signal: AbortSignal },
  ms: number,
  res: ServerResponse,
): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      session.signal.removeEventListener('abort', done)
      res.off('close', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    timer.unref()
    session.signal.addEventListener('abort', done, { once: true })
    res.once('close', done)
  })
}
