import { pageState } from './page-state.ts'

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

/**
 * Messages between this page and its testers. The channel's name is the session's id,
 * which only this page and its own testers know.
 */
export class TesterBus {
  readonly #channel = new BroadcastChannel(`vitest:${pageState().sessionId}`)
  readonly #listeners = new Set<(message: Incoming) => void>()
  #nextId = 0

  constructor(onViewport: ViewportRequest) {
    this.#channel.addEventListener('message', (event: MessageEvent<Incoming>) => {
      const message = event.data
      if (message.event === 'viewport') void this.#resize(message, onViewport)
      for (const listener of [...this.#listeners]) listener(message)
    })
  }

  /** Resolves when the tester in this frame says that it listens. Ask before the frame loads. */
  ready(iframeId: string): { readonly promise: Promise<void>; cancel: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = this.#listen((message) => {
      if (message.event === 'ready' && message.iframeId === iframeId) resolve()
    })
    return { promise, cancel }
  }

  send(iframeId: string, message: TesterMessage): Exchange {
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
      else answered.reject(new Error(String(reply.error)))
    })
    this.#channel.postMessage({ ...message, iframeId, messageId })
    return { acknowledged: acknowledged.promise, answered: answered.promise, done }
  }

  async #resize(message: Incoming, onViewport: ViewportRequest): Promise<void> {
    const { iframeId } = message
    try {
      await onViewport(String(iframeId), Number(message.width), Number(message.height))
      this.#channel.postMessage({ event: 'viewport:done', iframeId })
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      this.#channel.postMessage({ event: 'viewport:fail', iframeId, error: text })
    }
  }

  #listen(listener: (message: Incoming) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }
}
