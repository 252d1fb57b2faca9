import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Plugin } from 'vitest/config'
import type { TrafficCounts } from './events.ts'

export interface TrafficCounter {
  plugin: Plugin
  counts: () => TrafficCounts
}

const shared = Symbol.for('livetab-bench.traffic')

/** Vitest loads the config once more for each project: all of them count into one counter. */
export function sharedTrafficCounter(): TrafficCounter {
  const holder = globalThis as { [shared]?: TrafficCounter }
  holder[shared] ??= createTrafficCounter()
  return holder[shared]
}

/**
 * Counts what the dev server answers. It listens on the HTTP server itself, so
 * that a request answered by any middleware is counted.
 */
function createTrafficCounter(): TrafficCounter {
  const seen = new Set<string>()
  const http = new Map<Socket, number>()
  const upgraded = new Set<Socket>()
  const totals: TrafficCounts = {
    requests: 0,
    notModified: 0,
    bytes: 0,
    repeated: 0,
    sockets: 0,
    socketBytes: 0,
  }

  function listen(server: Server): void {
    server.on('connection', (socket) => {
      http.set(socket, 0)
      socket.once('close', () => {
        if (!upgraded.has(socket)) totals.bytes += socket.bytesWritten
        http.delete(socket)
      })
    })
    server.on('request', (request, response) => {
      totals.requests += 1
      const address = `${request.method} ${request.url}`
      if (seen.has(address)) totals.repeated += 1
      seen.add(address)
      response.once('finish', () => {
        if (response.statusCode === 304) totals.notModified += 1
      })
    })
    server.on('upgrade', (_request, socket) => {
      const raw = socket as Socket
      totals.sockets += 1
      upgraded.add(raw)
      raw.once('close', () => {
        totals.socketBytes += raw.bytesRead + raw.bytesWritten
        upgraded.delete(raw)
      })
    })
  }

  return {
    plugin: {
      name: 'livetab-bench:traffic',
      configureServer(server) {
        if (server.httpServer) listen(server.httpServer as Server)
      },
    },
    counts: () => {
      const counts = { ...totals }
      for (const socket of http.keys())
        if (!upgraded.has(socket)) counts.bytes += socket.bytesWritten
      for (const socket of upgraded) counts.socketBytes += socket.bytesRead + socket.bytesWritten
      return counts
    },
  }
}
