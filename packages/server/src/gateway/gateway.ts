import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Session } from '@livetab/sessions'
import { WebSocketServer, type WebSocket } from 'ws'
import { apiPath } from '../contract.ts'
import type { Runner, TesterTicket } from '../runner.ts'
import { type Refusal, refuseUpgrade } from '../security/door.ts'
import { redeemPageTicket, redeemTesterTicket } from '../tickets.ts'
import { startHeartbeat } from './heartbeat.ts'
import { refuseSocket } from './refuse.ts'
import { createSocketConnection } from './socket-connection.ts'

export interface GatewayOptions {
  /** @default 5000 */
  readonly heartbeatInterval?: number
  /** @default 3 */
  readonly heartbeatTolerance?: number
  /** Largest message in bytes. @default 134217728 */
  readonly maxPayload?: number
  /** Most sockets at once. @default 1024 */
  readonly maxConnections?: number
}

export interface Gateway {
  /** Open sockets, for tests and the end of a run. */
  connections: () => number
  /** Stops listening and cuts every socket. */
  dispose: () => void
}

type Admission<Meta> =
  | { readonly role: 'orchestrator'; readonly session: Session<Meta>; readonly holder: string | undefined }
  | { readonly role: 'tester'; readonly session: Session<Meta>; readonly tester: TesterTicket }

/** Admits sockets by the live session map and hands them to the runner. */
export function createGateway<Meta>(
  httpServer: Pick<Server, 'on' | 'off'>,
  runner: Runner<Meta>,
  options: GatewayOptions = {},
): Gateway {
  const wss = new WebSocketServer({
    noServer: true,
    maxPayload: options.maxPayload ?? 128 * 1024 * 1024,
    // One message per turn of the loop, so that a chatty page cannot starve the others.
    allowSynchronousEvents: false,
  })
  const maxConnections = options.maxConnections ?? 1024

  function onUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = parseUrl(req.url)
    if (url?.pathname !== apiPath) return
    const admission = admit(req, url)
    if ('status' in admission) {
      runner.debug(`refused a socket with ${admission.status}: ${admission.reason}`)
      refuseSocket(socket, admission.status)
      return
    }
    wss.handleUpgrade(req, socket, head, (ws) => {
      connect(admission, ws)
    })
  }

  function admit(req: IncomingMessage, url: URL): Admission<Meta> | Refusal {
    const query = url.searchParams
    const refusal = refuseUpgrade(req, query.get('token'), {
      hosts: runner.hosts(),
      token: runner.token(),
    })
    if (refusal) return refusal
    if (wss.clients.size >= maxConnections) return { status: 503, reason: 'too many sockets are open' }
    const found = runner.lookup(query.get('sessionId') ?? '')
    if (found.status !== 'live') return { status: 410, reason: 'the session is not live' }
    const { session } = found
    switch (query.get('type')) {
      case 'orchestrator': {
        if (session.state !== 'opening') return { status: 409, reason: 'the session has an orchestrator' }
        const ticket = query.get('ticket')
        const holder = ticket === null ? undefined : redeemPageTicket(session, ticket)
        return { role: 'orchestrator', session, holder }
      }
      case 'tester': {
        if (session.state === 'opening') return { status: 409, reason: 'the session has no orchestrator' }
        const tester = redeemTesterTicket(session, query.get('rpcId') ?? '')
        if (!tester) return { status: 403, reason: 'the tester id is unknown or was used' }
        return { role: 'tester', session, tester }
      }
      default:
        return { status: 400, reason: 'the type is neither "orchestrator" nor "tester"' }
    }
  }

  function connect(admission: Admission<Meta>, ws: WebSocket): void {
    const connection = createSocketConnection(ws)
    const { session } = admission
    // The handshake was written in between: look again.
    if (session.signal.aborted) {
      connection.close('the session ended')
      return
    }
    const forget = session.onClose(`${admission.role}'s socket`, () => {
      connection.close('the session ended')
    })
    ws.once('close', forget)
    startHeartbeat(ws, {
      interval: options.heartbeatInterval ?? 5000,
      tolerance: options.heartbeatTolerance ?? 3,
      onSilent: () => {
        if (admission.role === 'orchestrator') session.detach(connection, 'frozen', 'The browser stopped answering.')
        connection.close('the browser stopped answering')
        ws.terminate()
      },
    })
    if (admission.role === 'tester') {
      runner.connectTester(session, admission.tester, connection)
      return
    }
    try {
      session.attach(connection)
    } catch (error) {
      runner.debug(`refused an orchestrator: ${String(error)}`)
      connection.close('the session has an orchestrator')
      return
    }
    session.holder = admission.holder
    connection.signal.addEventListener(
      'abort',
      () => {
        session.detach(connection, 'disconnected')
      },
      { once: true },
    )
    runner.connectOrchestrator(session, connection)
  }

  httpServer.on('upgrade', onUpgrade)
  return {
    connections: () => wss.clients.size,
    dispose() {
      httpServer.off('upgrade', onUpgrade)
      for (const ws of wss.clients) ws.terminate()
      wss.close()
    },
  }
}

function parseUrl(url: string | undefined): URL | undefined {
  try {
    return new URL(url ?? '', 'http://localhost')
  } catch {
    return undefined
  }
}
