import type { IncomingMessage } from 'node:http'
import type { Session } from '@livetab/sessions'
import type { Runner, TesterTicket } from '../runner.ts'
import { type Refusal, refuseUpgrade } from '../security/door.ts'
import { redeemPageTicket, redeemTesterTicket } from '../tickets.ts'

export type Admission<Meta> =
  | {
      readonly role: 'orchestrator'
      readonly session: Session<Meta>
      /** The page that connects, and the browser it was given to. Clients without a page have none. */
      readonly page: { readonly ticket: string; readonly holder: string } | undefined
    }
  | { readonly role: 'tester'; readonly session: Session<Meta>; readonly tester: TesterTicket }

/** Decides about a handshake: the door first, then the map. */
export function admit<Meta>(
  req: IncomingMessage,
  url: URL,
  runner: Runner<Meta>,
  isFull: () => boolean,
): Admission<Meta> | Refusal {
  const query = url.searchParams
  const refusal = refuseUpgrade(req, query.get('token'), {
    hosts: runner.hosts(),
    token: runner.token(),
  })
  if (refusal) return refusal
  if (isFull()) return { status: 503, reason: 'too many sockets are open' }
  const found = runner.lookup(query.get('sessionId') ?? '')
  if (found.status !== 'live') return { status: 410, reason: 'the session is not live' }
  switch (query.get('type')) {
    case 'orchestrator':
      return admitOrchestrator(found.session, query.get('ticket'))
    case 'tester':
      return admitTester(found.session, query.get('rpcId') ?? '')
    default:
      return { status: 400, reason: 'the type is neither "orchestrator" nor "tester"' }
  }
}

function admitOrchestrator<Meta>(
  session: Session<Meta>,
  ticket: string | null,
): Admission<Meta> | Refusal {
  if (session.state !== 'opening') return { status: 409, reason: 'the session has an orchestrator' }
  if (ticket === null) return { role: 'orchestrator', session, page: undefined }
  const holder = redeemPageTicket(session, ticket)
  if (holder === undefined)
    return { status: 403, reason: "the page's ticket is unknown or was used" }
  return { role: 'orchestrator', session, page: { ticket, holder } }
}

function admitTester<Meta>(session: Session<Meta>, id: string): Admission<Meta> | Refusal {
  if (session.state === 'opening') return { status: 409, reason: 'the session has no orchestrator' }
  const tester = redeemTesterTicket(session, id)
  if (!tester) return { status: 403, reason: 'the tester id is unknown or was used' }
  return { role: 'tester', session, tester }
}
