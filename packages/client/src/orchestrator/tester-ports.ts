import { pageState } from './page-state.ts'
import type { TesterTransport } from './tester-bus.ts'
import { decodeFrame, encodeFrame } from '../tester/mux-protocol.ts'

type Listener = (message: unknown, reply: (answer: unknown) => void) => void

/** The testers' ports: calls go on through the orchestrator's one socket, the rest is for the orchestrator. */
export class TesterPorts implements TesterTransport {
  readonly #send: (data: string) => void
  readonly #ports = new Map<string, { readonly port: MessagePort; readonly frame: Window }>()
  #listener: Listener | undefined

  constructor(send: (data: string) => void) {
    this.#send = send
    window.addEventListener('message', (event) => {
      this.#accept(event)
    })
  }

  /** Hands a message of the socket to its tester. False for one of the orchestrator's own. */
  deliver(message: string): boolean {
    const frame = decodeFrame(message)
    if (!frame) return false
    const tester = this.#ports.get(frame.testerId)
    if (frame.kind === 'data') tester?.port.postMessage(frame.data)
    else this.#drop(frame.testerId)
    return true
  }

  receive(listener: Listener): void {
    this.#listener = listener
    // `page.viewport()` asks over Vitest's own channel, whichever way the rest goes.
    const channel = new BroadcastChannel(`vitest:${pageState().sessionId}`)
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (!isViewportRequest(data)) return
      listener(data, (answer) => {
        channel.postMessage(answer)
      })
    })
  }

  post(frame: HTMLIFrameElement, message: unknown): void {
    for (const tester of this.#ports.values()) {
      if (tester.frame === frame.contentWindow) tester.port.postMessage(message)
    }
  }

  close(frame: HTMLIFrameElement): void {
    if (frame.contentWindow) this.#closeAll(frame.contentWindow)
  }

  /** What was loaded in a frame before says nothing any more. */
  #closeAll(frame: Window): void {
    for (const [id, tester] of this.#ports) {
      if (tester.frame !== frame) continue
      this.#send(encodeFrame('close', id))
      this.#drop(id)
    }
  }

  /** Only frames that this page made are heard. */
  #accept(event: MessageEvent<unknown>): void {
    const [port] = event.ports
    const frame = event.source as Window | null
    const data = event.data as { livetab?: unknown; testerId?: unknown } | null
    if (!port || !frame || event.origin !== location.origin || data?.livetab !== 'tester') return
    if (!isTesterFrame(frame) || typeof data.testerId !== 'string') return
    event.stopImmediatePropagation()
    const id = data.testerId
    this.#closeAll(frame)
    this.#ports.set(id, { port, frame })
    this.#send(encodeFrame('open', id))
    port.addEventListener('message', ({ data: message }: MessageEvent<unknown>) => {
      if (typeof message === 'string') this.#send(encodeFrame('data', id, message))
      else {
        this.#listener?.(message, (answer) => {
          port.postMessage(answer)
        })
      }
    })
    port.start()
  }

  #drop(id: string): void {
    this.#ports.get(id)?.port.close()
    this.#ports.delete(id)
  }
}

function isTesterFrame(frame: Window): boolean {
  return [...document.querySelectorAll<HTMLIFrameElement>('iframe[data-vitest]')].some(
    (element) => element.contentWindow === frame,
  )
}

function isViewportRequest(message: unknown): boolean {
  return (
    typeof message === 'object' &&
    message !== null &&
    'event' in message &&
    message.event === 'viewport'
  )
}
