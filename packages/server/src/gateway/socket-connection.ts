import type { WebSocket } from 'ws'
import type { Connection } from './connection.ts'
import { Inbox } from './inbox.ts'
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
  // What is in our hands already when the socket is paused is a packet or two.
  const inbox = new Inbox({
    onOverflow: () => {
      end('the page sent more than can be kept for it')
      ws.terminate()
    },
    onIdle: () => {
      ws.resume()
    },
  })
  const pause = (): void => {
    inbox.pause()
    ws.pause()
  }
  const resume = (): void => {
    inbox.resume()
  }
  const pace = new Pace(options.maxMessagesPerSecond, pause, resume)
  const end = (reason: string): void => {
    if (ended.signal.aborted) return
    inbox.close()
    pace.stop()
    ended.abort(new Error(`[livetab] The connection is closed: ${reason}.`))
  }

  ws.on('message', (data, isBinary) => {
    if (ended.signal.aborted) return
    if (isBinary) pace.note()
    else inbox.take((data as Buffer).toString('utf8'))
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
      if (ended.signal.aborted) return
      inbox.reader = (message) => {
        pace.note()
        next(message)
      }
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
