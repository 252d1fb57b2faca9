import type { Connect } from 'vite'
import { orchestratorPath } from '../contract.ts'
import { forbidFraming, setPageHeaders } from '../html/headers.ts'
import type { SendSessionPage } from '../html/session-page.ts'
import type { Runner } from '../runner.ts'
import { refuseHttp } from '../security/door.ts'
import { ensureHolder, isHolder, readHolder } from '../security/holder-cookie.ts'
import { isTab } from '../security/origin.ts'
import { issuePageTicket } from '../tickets.ts'
import { sendStatus } from './respond.ts'
import { visitsAgain } from './visits.ts'

/** Serves the orchestrator page to whoever asks first, and explains itself to everyone after. */
export function createOrchestratorMiddleware<Meta>(
  runner: Runner<Meta>,
  sendSessionPage: SendSessionPage,
): Connect.NextHandleFunction {
  return async function livetabOrchestrator(req, res, next) {
    const url = new URL(req.url ?? '', 'http://localhost')
    if (url.pathname !== orchestratorPath) {
      next()
      return
    }
    const hosts = runner.hosts()
    const refusal = refuseHttp(req, 'tab', hosts)
    if (refusal) {
      runner.debug(`refused the orchestrator page with ${refusal.status}: ${refusal.reason}`)
      sendStatus(res, refusal.status)
      return
    }
    const id = url.searchParams.get('sessionId') ?? ''
    const found = runner.lookup(id)
    if (found.status !== 'live') {
      if (found.status === 'gone' && isHolder(req, found.gone)) runner.noteReload(found.gone)
      await sendSessionPage(res, 410)
      return
    }
    const { session } = found
    if (session.state !== 'opening') {
      // The reload of the tab that holds the session comes in before its old socket closes.
      if (isHolder(req, session)) runner.noteReload(session)
      await sendSessionPage(res, 409)
      return
    }
    try {
      const holder = readHolder(req) ?? ensureHolder(req, res, hosts.https)
      if (isTab(req) && visitsAgain(session, holder)) runner.noteReload(session)
      const ticket = issuePageTicket(session, holder)
      const html = await runner.orchestratorPage(session, ticket)
      // Rendering took a while: the session may be gone or taken by now.
      const again = runner.lookup(id)
      if (again.status !== 'live') {
        await sendSessionPage(res, 410)
        return
      }
      if (again.session.state !== 'opening') {
        await sendSessionPage(res, 409)
        return
      }
      setPageHeaders(res, 200)
      forbidFraming(res)
      res.end(html)
    } catch (error) {
      next(error)
    }
  }
}
