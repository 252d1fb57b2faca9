import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** Answers a handshake with a status and closes the socket. Nobody is left without an answer. */
export function refuseSocket(socket: Duplex, status: number): void {
  socket.on('error', () => {
    socket.destroy()
  })
  if (socket.writableEnded) {
    socket.destroy()
    return
  }
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\nCache-Control: no-store\r\n\r\n`,
    () => {
      socket.destroy()
    },
  )
}
