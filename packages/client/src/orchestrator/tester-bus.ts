/** What the orchestrator tells a tester to do. */
export type TesterMessage =
  | { readonly event: 'prepare'; readonly startTime: number; readonly otelCarrier: unknown }
  | {
      readonly event: 'execute'
      readonly files: readonly unknown[]
      readonly method: string
      readonly context: string
      readonly concurrencyId: number
      readonly workerId: number
    }
  | { readonly event: 'cleanup' }

interface Incoming {
  readonly event?: unknown
  readonly iframeId?: unknown
  readonly messageId?: unknown
  readonly error?: unknown
  readonly width?: unknown
  readonly height?: unknown
}

export interface Exchange {
  readonly acknowledged: Promise<void>
  readonly answered: Promise<void>
  done: () => void
}

export type ViewportRequest = (iframeId: string, width: number, height: number) => Promise<void>

/** How messages get to a tester's frame and back. */
export interface TesterTransport {
  post: (frame: HTMLIFrameElement, message: unknown) => void
  /** Everything that testers say from now on. */
  receive: (listener: (message: unknown, reply: (answer: unknown) => void) => void) => void
  /** The frame is about to be removed. */
  close: (frame: HTMLIFrameElement) => void
}

/** Messages between this page and its testers. */
export class TesterBus {
  readonly #transport: TesterTransport
  readonly #listeners = new Set<(message: Incoming) => void>()
  #nextId = 0

  constructor(transport: TesterTransport, onViewport: ViewportRequest) {
    this.#transport = transport
    transport.receive((data, reply) => {
      if (typeof data !== 'object' || data === null) return
      const message: Incoming = data
      if (message.event === 'viewport') void resize(message, onViewport, reply)
      for (const listener of [...this.#listeners]) listener(message)
    })
  }

  close(frame: HTMLIFrameElement): void {
    this.#transport.close(frame)
  }

  /** Resolves when the tester in this frame says that it listens. Ask before the frame loads. */
  ready(iframeId: string): { readonly promise: Promise<void>; cancel: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = this.#listen((message) => {
      if (message.event === 'ready' && message.iframeId === iframeId) resolve()
    })
    return { promise, cancel }
  }

  send(frame: HTMLIFrameElement, iframeId: string, message: TesterMessage): Exchange {
    const messageId = this.#nextId++
    const acknowledged = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    answered.promise.catch(() => undefined)
    const done = this.#listen((reply) => {
      if (reply.iframeId !== iframeId || reply.messageId !== messageId) return
      if (reply.event === `ack:${message.event}`) acknowledged.resolve()
      if (reply.event !== `response:${message.event}`) return
      acknowledged.resolve()
      if (reply.error === undefined) answered.resolve()
      else answered.reject(new Error(describe(reply.error)))
    })
    this.#transport.post(frame, { ...message, iframeId, messageId })
    return { acknowledged: acknowledged.promise, answered: answered.promise, done }
  }

  #listen(listener: (message: Incoming) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }
}

async function resize(
  message: Incoming,
  onViewport: ViewportRequest,
  reply: (answer: unknown) => void,
): Promise<void> {
  const { iframeId } = message
  try {
    await onViewport(String(iframeId), Number(message.width), Number(message.height))
    reply({ event: 'viewport:done', iframeId })
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    reply({ event: 'viewport:fail', iframeId, error: text })
  }
}

function describe(error: unknown): string {
  return typeof error === 'string' ? error : JSON.stringify(error)
}
