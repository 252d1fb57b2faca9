import { once } from 'node:events'
import { parse, stringify } from 'flatted'
import { WebSocket } from 'ws'

export type Query = Record<string, string>

/** A handshake that was refused. */
class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly status: number

  constructor(status: number) {
    super(`refused with ${status}`)
    this.status = status
  }
}

interface Message {
  readonly t: string
  readonly i?: string
  readonly m?: string
  readonly r?: unknown
  readonly e?: { readonly message: string }
}

/** A page's end of a socket. It says whatever a test wants said. */
export class Peer {
  readonly ws: WebSocket
  readonly #pending = new Map<string, PromiseWithResolvers<unknown>>()
  /** Calls from the server, in order. */
  readonly called: Message[] = []
  #next = 0

  constructor(ws: WebSocket) {
    this.ws = ws
    ws.on('error', () => undefined)
    ws.on('message', (data) => {
      const message = parse((data as Buffer).toString('utf8')) as Message
      if (message.t === 'q') this.called.push(message)
      const waiting = this.#pending.get(message.i ?? '')
      if (message.e) waiting?.reject(new Error(message.e.message))
      else waiting?.resolve(message.r)
    })
    ws.on('close', () => {
      for (const { reject } of this.#pending.values()) reject(new Error('closed'))
    })
  }

  static async connect(port: number, query: Query, headers: Record<string, string>): Promise<Peer> {
    const url = `ws://127.0.0.1:${port}/__vitest_browser_api__?${new URLSearchParams(query).toString()}`
    const ws = new WebSocket(url, { headers })
    const opened = Promise.withResolvers<void>()
    ws.on('open', () => {
      opened.resolve()
    })
    ws.on('unexpected-response', (req, res) => {
      res.resume()
      res.on('end', () => {
        req.destroy()
        opened.reject(new RefusedError(res.statusCode ?? 0))
      })
    })
    ws.on('error', (error) => {
      opened.reject(error)
    })
    const peer = new Peer(ws)
    await opened.promise
    return peer
  }

  call(method: string, ...args: unknown[]): Promise<unknown> {
    const id = `call-${this.#next++}`
    const waiting = Promise.withResolvers<unknown>()
    this.#pending.set(id, waiting)
    this.ws.send(stringify({ t: 'q', m: method, a: args, i: id }))
    const answer = waiting.promise.finally(() => this.#pending.delete(id))
    // A test may end before the answer does.
    answer.catch(() => undefined)
    return answer
  }

  /** A call that nobody answers. */
  tell(method: string, ...args: unknown[]): void {
    this.ws.send(stringify({ t: 'q', m: method, a: args }))
  }

  async closed(): Promise<number> {
    if (this.ws.readyState === WebSocket.CLOSED) return 1005
    const [code] = (await once(this.ws, 'close')) as [number]
    return code
  }
}

/** The status that a handshake was refused with. */
export async function refusal(connecting: Promise<Peer>): Promise<number> {
  try {
    const peer = await connecting
    peer.ws.terminate()
    return 101
  } catch (error) {
    if (error instanceof RefusedError) return error.status
    throw error
  }
}
