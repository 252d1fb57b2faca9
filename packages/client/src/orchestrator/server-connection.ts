import { type BirpcReturn, createBirpc } from 'birpc'
import { deserialise, serialise } from '../connection/serialise.ts'
import type { OrchestratorClient, OrchestratorServer } from '../contract.ts'
import { pageState } from './page-state.ts'

export type ServerRpc = BirpcReturn<OrchestratorServer, OrchestratorClient>

export interface ServerConnection {
  /** Sends a message as it is; nothing once the socket is closed. */
  readonly send: (data: string) => void
  readonly rpc: ServerRpc
  readonly opened: Promise<void>
  /** Resolves when the socket is closed or was refused; it is never opened again. */
  readonly closed: Promise<ConnectionEnd>
}

export interface ConnectionEnd {
  readonly wasOpen: boolean
  /** The server said that it comes back. */
  readonly restarts: boolean
}

/** The same as in the server's contract. */
const restartReason = 'Vitest restarts'

/** The one socket of this tab. A session ends with it, so there is nothing to reconnect to. */
export function connectToServer(
  functions: OrchestratorClient,
  isForTester: (message: string) => boolean,
): ServerConnection {
  const socket = new WebSocket(socketUrl())
  const opened = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<ConnectionEnd>()
  let wasOpen = false
  const rpc = createBirpc<OrchestratorServer, OrchestratorClient>(functions, {
    post: (data: string) => {
      socket.send(data)
    },
    on: (read: (data: string) => void) => {
      socket.addEventListener('message', (event) => {
        const message = String(event.data)
        if (!isForTester(message)) read(message)
      })
    },
    serialize: serialise,
    deserialize: deserialise,
    timeout: -1,
  })
  socket.addEventListener('open', () => {
    wasOpen = true
    opened.resolve()
  })
  socket.addEventListener('close', ({ reason }) => {
    const error = new Error('The connection to Vitest is closed.')
    opened.promise.catch(() => undefined)
    opened.reject(error)
    rpc.$close(error)
    closed.resolve({ wasOpen, restarts: reason === restartReason })
  })
  const send = (data: string): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(data)
  }
  return { rpc, send, opened: opened.promise, closed: closed.promise }
}

function socketUrl(): string {
  const { sessionId, config, livetab } = pageState()
  const url = new URL('/__vitest_browser_api__', location.href)
  url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  url.search = new URLSearchParams({
    type: 'orchestrator',
    rpcId: sessionId,
    sessionId,
    projectName: config.name ?? '',
    method: 'orchestrate',
    ticket: livetab.ticket,
    token: window.VITEST_API_TOKEN ?? '',
  }).toString()
  return url.href
}
