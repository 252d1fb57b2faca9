import { once } from 'node:events'
import { WebSocket } from 'ws'

interface Reply {
  readonly id?: number
  readonly type?: string
  readonly result?: unknown
  readonly error?: string
  readonly message?: string
}

/** WebDriver BiDi, as browsers speak it themselves: calls and their answers over one socket. */
export class BidiConnection {
  readonly #socket: WebSocket
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>()
  #calls = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data) => {
      const reply = JSON.parse((data as Buffer).toString()) as Reply
      const waiting = this.#pending.get(reply.id ?? -1)
      this.#pending.delete(reply.id ?? -1)
      if (reply.type === 'error') waiting?.reject(new Error(`${reply.error}: ${reply.message}`))
      else waiting?.resolve(reply.result)
    })
    socket.on('close', () => {
      for (const { reject } of this.#pending.values()) reject(new Error('The browser is gone.'))
      this.#pending.clear()
    })
  }

  static async open(url: string): Promise<BidiConnection> {
    const socket = new WebSocket(url)
    await once(socket, 'open')
    return new BidiConnection(socket)
  }

  call<Result>(method: string, params: object = {}): Promise<Result> {
    const id = ++this.#calls
    const waiting = Promise.withResolvers<unknown>()
    this.#pending.set(id, waiting)
    this.#socket.send(JSON.stringify({ id, method, params }))
    return waiting.promise as Promise<Result>
  }

  close(): void {
    this.#socket.close()
  }
}
