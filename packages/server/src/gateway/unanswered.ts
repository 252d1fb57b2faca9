import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { isRequestTarget, requestUrl } from '../security/request-url.ts'
import { refuseSocket } from './refuse.ts'

/** A path that no listener takes. */
const nobody = '/__livetab__/refused'

export interface UnansweredOptions {
  /** How long anybody may take to answer a handshake. */
  readonly timeout: number
  readonly debug: (message: string) => void
}

/**
 * Comes before all listeners of a server's `upgrade`. Node leaves a handshake that none of them takes
 * open for ever and its errors unheard, and one whose URL is malformed throws in those that read it.
 */
export function createUnansweredGuard(
  options: UnansweredOptions,
): (req: IncomingMessage, socket: Duplex) => void {
  return (req, socket) => {
    socket.on('error', () => {
      socket.destroy()
    })
    if (
      !isRequestTarget(req.url) ||
      !requestUrl(req.url) ||
      !requestUrl(`http://localhost${req.url}`)
    ) {
      options.debug('refused a socket with 400: its URL is malformed')
      refuseSocket(socket, 400)
      req.url = nobody
      return
    }
    const written = bytesWritten(socket)
    const timer = setTimeout(() => {
      if (socket.destroyed || bytesWritten(socket) > written) return
      options.debug('refused a socket with 404: nobody answered it')
      refuseSocket(socket, 404)
    }, options.timeout)
    timer.unref()
    socket.once('close', () => {
      clearTimeout(timer)
    })
  }
}

function bytesWritten(socket: Duplex): number {
  return (socket as Partial<Socket>).bytesWritten ?? 0
}
