import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { SessionClosedError } from '@livetab/sessions'
import { WebSocketServer, type WebSocket } from 'ws'
import { apiPath, restartReason } from '../contract.ts'
import type { Runner } from '../runner.ts'
import { requestUrl } from '../security/request-url.ts'
import { redeemTesterTicket } from '../tickets.ts'
import { type Admission, admit } from './admission.ts'
import { startHeartbeat } from './heartbeat.ts'
import { multiplex } from './multiplex.ts'
import { refuseSocket } from './refuse.ts'
import { createSocketConnection } from './socket-connection.ts'
import { createUnansweredGuard } from './unanswered.ts'

export interface GatewayOptions {
  /** @default 5000 */
  readonly heartbeatInterval?: number
  /** @default 3 */
  readonly heartbeatTolerance?: number
  /** Largest message in bytes. @default 134217728 */
  readonly maxPayload?: number
  /** Most sockets at once. @default 1024 */
  readonly maxConnections?: number
  /** Most messages that one page may send in a second; it waits for the next one after that. @default 5000 */
  readonly maxMessagesPerSecond?: number
  /** How long a handshake may stay unanswered, whoever it is for, in milliseconds. @default 10000 */
  readonly handshakeTimeout?: number
}

export interface Gateway {
  /** Open sockets, for tests and the end of a run. */
  connections: () => number
  /** Stops listening and cuts every socket. */
  dispose: () => void
}

/** Admits sockets by the live session map and hands them to the runner. */
export function createGateway<Meta>(
  httpServer: Pick<Server, 'on' | 'off' | 'prependListener'>,
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

  const answerAll = createUnansweredGuard({
    timeout: options.handshakeTimeout ?? 10_000,
    debug: runner.debug,
  })

  function onUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = requestUrl(req.url)
    if (url?.pathname !== apiPath) return
    const admission = admit(req, url, runner, () => wss.clients.size >= maxConnections)
    if ('status' in admission) {
      runner.debug(`refused a socket with ${admission.status}: ${admission.reason}`)
      refuseSocket(socket, admission.status)
      return
    }
    wss.handleUpgrade(req, socket, head, (ws) => {
      try {
        connect(admission, ws)
      } catch (error) {
        runner.debug(`closed a socket that could not be set up: ${String(error)}`)
        ws.terminate()
      }
    })
  }

  function connect(admission: Admission<Meta>, ws: WebSocket): void {
    const connection = createSocketConnection(ws, {
      maxMessagesPerSecond: options.maxMessagesPerSecond ?? 5000,
    })
    const { session } = admission
    // The handshake was written in between: look again.
    if (session.signal.aborted) {
      connection.close('the session ended')
      return
    }
    const forget = session.onClose(`${admission.role}'s socket`, () => {
      connection.close(describeEnd(session))
    })
    ws.once('close', forget)
    startHeartbeat(ws, {
      interval: options.heartbeatInterval ?? 5000,
      tolerance: options.heartbeatTolerance ?? 3,
      onSilent: () => {
        if (admission.role === 'orchestrator')
          session.detach(connection, 'frozen', 'The browser stopped answering.')
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
    session.holder = admission.page?.holder
    connection.signal.addEventListener(
      'abort',
      () => {
        session.detach(connection, 'disconnected')
      },
      { once: true },
    )
    multiplex(connection, {
      open(id, testerConnection) {
        const tester = session.signal.aborted ? undefined : redeemTesterTicket(session, id)
        if (!tester) {
          runner.debug('refused a tester: its id is unknown or was used')
          return false
        }
        try {
          runner.connectTester(session, tester, testerConnection)
          return true
        } catch (error) {
          runner.debug(`closed a tester that could not be set up: ${String(error)}`)
          return false
        }
      },
    })
    runner.connectOrchestrator(session, connection, admission.page?.ticket)
  }

  httpServer.prependListener('upgrade', answerAll)
  httpServer.on('upgrade', onUpgrade)
  return {
    connections: () => wss.clients.size,
    dispose() {
      httpServer.off('upgrade', answerAll)
      httpServer.off('upgrade', onUpgrade)
      for (const ws of wss.clients) ws.terminate()
      wss.close()
    },
  }
}

function describeEnd({ signal }: { readonly signal: AbortSignal }): string {
  const error: unknown = signal.reason
  return error instanceof SessionClosedError && error.closeCause === 'restarted'
    ? restartReason
    : 'the session ended'
}
