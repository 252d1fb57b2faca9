import { parse, stringify } from 'flatted'

type Call = (...args: never[]) => unknown

/** What the server may call on a page. */
export type Functions = Record<string, Call>

interface Question {
  readonly t: 'q'
  readonly i?: string
  readonly m: string
  readonly a: unknown[]
}

interface Answer {
  readonly t: 's'
  readonly i: string
  readonly r?: unknown
  readonly e?: { readonly message?: string }
}

/**
 * The page's end of a socket, spoken by hand: it sends whatever a test wants it to send,
 * which no well-behaved client would.
 */
export class Wire {
  readonly closed: Promise<void>
  readonly #socket: WebSocket
  readonly #opened: Promise<void>
  readonly #pending = new Map<string, PromiseWithResolvers<unknown>>()
  #calls = 0

  constructor(url: URL, functions: Functions = {}) {
    this.#socket = new WebSocket(url)
    const opened = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    this.#opened = opened.promise
    this.closed = closed.promise
    this.#socket.addEventListener('open', () => {
      opened.resolve()
    })
    this.#socket.addEventListener('close', () => {
      opened.reject(new Error('refused'))
      for (const { reject } of this.#pending.values()) reject(new Error('the socket closed'))
      this.#pending.clear()
      closed.resolve()
    })
    this.#socket.addEventListener('message', (event) => {
      void this.#read(parse(String(event.data)) as Question | Answer, functions)
    })
  }

  async open(): Promise<this> {
    await this.#opened
    return this
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  async call(name: string, ...args: unknown[]): Promise<unknown> {
    if (!this.isOpen) throw new Error('the socket is closed')
    const id = String(this.#calls++)
    const answer = Promise.withResolvers<unknown>()
    this.#pending.set(id, answer)
    this.#send({ t: 'q', i: id, m: name, a: args })
    return answer.promise
  }

  /** Sends and does not wait: what a page does that is about to go. */
  tell(name: string, ...args: unknown[]): void {
    this.#send({ t: 'q', i: String(this.#calls++), m: name, a: args })
  }

  close(): void {
    this.#socket.close()
  }

  async #read(message: Question | Answer, functions: Functions): Promise<void> {
    if (message.t === 's') {
      const answer = this.#pending.get(message.i)
      this.#pending.delete(message.i)
      if (message.e) answer?.reject(new Error(message.e.message))
      else answer?.resolve(message.r)
      return
    }
    const reply = await settle(functions[message.m], message.a)
    if (message.i !== undefined && this.isOpen) this.#send({ t: 's', i: message.i, ...reply })
  }

  #send(message: Question | Answer): void {
    this.#socket.send(stringify(message))
  }
}

async function settle(fn: Call | undefined, args: unknown[]): Promise<{ r?: unknown; e?: object }> {
  try {
    return { r: (await (fn as ((...args: unknown[]) => unknown) | undefined)?.(...args)) ?? null }
  } catch (error) {
    return { e: { message: String(error) } }
  }
}
