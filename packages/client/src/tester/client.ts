import { type BirpcReturn, createBirpc } from 'birpc'
import { deserialise, serialise } from '../connection/serialise.ts'

/**
 * The tester's connection, under the names that Vitest's own has. It goes through a port to the
 * orchestrator instead of a socket and a broadcast channel, so nobody else on the origin can listen or speak.
 */

interface TesterState {
  readonly testerId: string
  readonly sessionId: string
  cdp?: { emit: (event: string, payload: unknown) => void }
}

interface Mocker {
  resolveFactoryModule: (url: string) => Promise<object>
}

const state = window.__vitest_browser_runner__ as unknown as TesterState
const { port1: port, port2: forOrchestrator } = new MessageChannel()

type Listener = (event: { readonly data: unknown }) => void

/** Messages between orchestrator and tester that are no calls. */
class ControlChannel {
  readonly #listeners = new Set<Listener>()

  postMessage(message: unknown): void {
    port.postMessage(message)
  }

  addEventListener(_type: 'message', listener: Listener): void {
    this.#listeners.add(listener)
  }

  removeEventListener(_type: 'message', listener: Listener): void {
    this.#listeners.delete(listener)
  }

  deliver(data: unknown): void {
    for (const listener of this.#listeners) listener({ data })
  }
}

type CancelListener = (reason: unknown) => unknown
type MarkHandler = (name: string, options?: unknown) => unknown

const cancelListeners = new Set<CancelListener>()
let markHandler: MarkHandler | undefined
let read: ((data: string) => void) | undefined

export const channel: ControlChannel = new ControlChannel()

/** The orchestrator hears of a cancelled run from Node. */
export const globalChannel = { postMessage: (): void => undefined }

export const RPC_ID: string = state.testerId

export function onCancel(listener: CancelListener): () => void {
  cancelListeners.add(listener)
  return () => {
    cancelListeners.delete(listener)
  }
}

export function registerPageMarkHandler(handler: MarkHandler): void {
  markHandler = handler
}

const functions = {
  async onCancel(reason: unknown): Promise<void> {
    await Promise.all([...cancelListeners].map((listener) => listener(reason)))
  },
  cdpEvent(event: string, payload: unknown): void {
    state.cdp?.emit(event, payload)
  },
  async pageMark(name: string, options?: unknown): Promise<void> {
    await markHandler?.(name, options)
  },
  async resolveManualMock(url: string): Promise<object> {
    const mocker = Reflect.get(globalThis, '__vitest_mocker__') as Mocker | undefined
    const keys = mocker ? Object.keys(await mocker.resolveFactoryModule(url)) : []
    return { url, keys, responseId: state.sessionId }
  },
}

const rpc: BirpcReturn<object, typeof functions> = createBirpc<object, typeof functions>(
  functions,
  {
    post: (data: string) => {
      port.postMessage(data)
    },
    on: (reader: (data: string) => void) => {
      read = reader
    },
    serialize: serialise,
    deserialize: deserialise,
    timeout: -1,
  },
)

export const client: { readonly rpc: typeof rpc; readonly waitForConnection: () => Promise<void> } =
  {
    rpc,
    waitForConnection: () => Promise.resolve(),
  }

port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (typeof data === 'string') read?.(data)
  else channel.deliver(data)
})
port.start()
window.parent.postMessage({ livetab: 'tester', testerId: state.testerId }, location.origin, [
  forOrchestrator,
])
