import type { WebSocket } from 'ws'
import type { Connection } from './connection.ts'
import { Pace } from './pace.ts'

/** A peer that reads nothing must not make us hold more than this for it. */
const longestBacklog = 256 * 1024 * 1024

/** How long a peer may take to answer our close frame before the socket is cut. */
const closeGrace = 500

export interface SocketConnectionOptions {
  readonly maxMessagesPerSecond: number
}

export function createSocketConnection(
  ws: WebSocket,
  options: SocketConnectionOptions,
): Connection {
  const ended = new AbortController()
  let reader: ((data: string) => void) | undefined
  let pauses = 0
  /** What was in our hands already when the socket was paused; no more than a packet or two. */
  const waiting: string[] = []
  let turn: NodeJS.Immediate | undefined

  // Whoever is behind pauses the socket; it goes on when nobody is any more.
  const pause = (): void => {
    pauses++
    ws.pause()
  }
  const resume = (): void => {
    pauses--
    if (pauses === 0) deliverWaiting()
  }
  const deliver = (message: string): void => {
    pace.note()
    reader?.(message)
  }
  /** One message per turn of the loop, as from the socket itself. */
  const deliverWaiting = (): void => {
    clearImmediate(turn)
    if (pauses > 0 || ended.signal.aborted) return
    const message = waiting.shift()
    if (message === undefined) {
      ws.resume()
      return
    }
    turn = setImmediate(deliverWaiting)
    deliver(message)
  }
  const pace = new Pace(options.maxMessagesPerSecond, pause, resume)
  const end = (reason: string): void => {
    if (ended.signal.aborted) return
    reader = undefined
    waiting.length = 0
    pace.stop()
    ended.abort(new Error(`[livetab] The connection is closed: ${reason}.`))
  }

  ws.on('message', (data, isBinary) => {
    if (ended.signal.aborted) return
    if (isBinary) {
      pace.note()
      return
    }
    const message = (data as Buffer).toString('utf8')
    if (pauses > 0 || waiting.length > 0) waiting.push(message)
    else deliver(message)
  })
  ws.on('close', () => {
    end('the page went away')
  })
  ws.on('error', () => {
    end('the socket failed')
    ws.terminate()
  })

  return {
    signal: ended.signal,
    send(data) {
      if (ws.readyState !== ws.OPEN) return
      if (ws.bufferedAmount > longestBacklog) {
        end('the page stopped reading')
        ws.terminate()
        return
      }
      ws.send(data)
    },
    receive(next) {
      if (!ended.signal.aborted) reader = next
    },
    pause,
    resume,
    close(reason) {
      end(reason)
      ws.resume()
      ws.close(4000, reason.slice(0, 100))
      // A stopped browser never answers the close frame.
      const cut = setTimeout(() => {
        ws.terminate()
      }, closeGrace)
      cut.unref()
      ws.once('close', () => {
        clearTimeout(cut)
      })
    },
  }
}
