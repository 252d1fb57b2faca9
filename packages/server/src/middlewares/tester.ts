import type { ServerResponse } from 'node:http'
import type { Connect } from 'vite'
import { allowOwnFrames, setPageHeaders } from '../html/headers.ts'
import type { Runner } from '../runner.ts'
import { refuseHttp } from '../security/door.ts'
import { isTab } from '../security/origin.ts'
import { issueTesterTicket } from '../tickets.ts'
import { sendStatus } from './respond.ts'

const goneTester = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Session ended</title>
<p>This test frame belongs to a session that has ended.</p></html>
`

/** Serves tester frames of sessions whose orchestrator is connected, and to nobody else. */
export function createTesterMiddleware<Meta>(runner: Runner<Meta>): Connect.NextHandleFunction {
  return async function livetabTester(req, res, next) {
    const url = new URL(req.url ?? '', 'http://localhost')
    if (url.pathname !== '/') {
      next()
      return
    }
    const refusal = refuseHttp(req, 'frame', runner.hosts())
    if (refusal) {
      runner.debug(`refused a tester page with ${refusal.status}: ${refusal.reason}`)
      sendStatus(res, refusal.status)
      return
    }
    const id = url.searchParams.get('sessionId') ?? ''
    const iframeId = url.searchParams.get('iframeId') ?? ''
    const found = runner.lookup(id)
    // A copied address is opened in a tab; a tester is a frame of its orchestrator's page.
    if (found.status !== 'live' || found.session.state === 'opening' || isTab(req)) {
      sendGone(res)
      return
    }
    try {
      const ticket = issueTesterTicket(found.session, iframeId)
      const html = await runner.testerPage(found.session, ticket)
      if (runner.lookup(id).status !== 'live') {
        sendGone(res)
        return
      }
      setPageHeaders(res, 200)
      allowOwnFrames(res)
      res.end(html)
    } catch (error) {
      next(error)
    }
  }
}

function sendGone(res: ServerResponse): void {
  setPageHeaders(res, 410)
  allowOwnFrames(res)
  res.end(goneTester)
}
