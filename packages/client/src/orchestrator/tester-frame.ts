import {
  navigatedAway,
  neverReady,
  notAcknowledged,
  reloadedBetweenTests,
  reloadedDuringTest,
} from './frame-errors.ts'
import { frameTimeout } from './page-state.ts'
import type { TesterBus, TesterMessage } from './tester-bus.ts'
import { createFrameElement } from './frame-element.ts'

/** How long a page that left may take to show where it went. */
const unloadGrace = 5000

/** One tester: a frame with a realm of its own, and the messages to it. */
export class TesterFrame {
  readonly id: string
  readonly element: HTMLIFrameElement
  readonly #bus: TesterBus
  readonly #warn: (message: string) => void
  readonly #failure = new AbortController()
  #loads = 0
  #pending = 0
  #warned = false

  constructor(id: string, bus: TesterBus, warn: (message: string) => void) {
    this.id = id
    this.#bus = bus
    this.#warn = warn
    this.element = createFrameElement(id)
  }

  /** A service worker, such as a mocked network, stands between the frame and the server. */
  get hasServiceWorker(): boolean {
    try {
      // Only secure pages have workers at all.
      return Boolean(this.element.contentWindow?.navigator.serviceWorker?.controller)
    } catch {
      return false
    }
  }

  /** Puts the frame into the page and resolves once its tester listens. */
  async open(container: Element): Promise<void> {
    const loaded = Promise.withResolvers<void>()
    const ready = this.#bus.ready(this.id)
    this.element.addEventListener('load', () => {
      const href = this.#href()
      this.#loads++
      if (href !== this.element.src) this.#fail(navigatedAway(this.id, this.element.src, href))
      else if (this.#loads === 1) {
        this.#watchUnload()
        loaded.resolve()
      } else this.#reloaded()
    })
    container.append(this.element)
    const timeout = frameTimeout()
    await this.#settle(
      loaded.promise.then(() => ready.promise),
      timeout,
      () => neverReady(this.id, timeout),
    ).finally(ready.cancel)
  }

  /** Sends a message and resolves with the tester's answer to it. */
  async call(message: TesterMessage): Promise<void> {
    this.#failure.signal.throwIfAborted()
    const timeout = frameTimeout()
    const exchange = this.#bus.send(this.element, this.id, message)
    this.#pending++
    try {
      await this.#settle(exchange.acknowledged, timeout, () =>
        notAcknowledged(this.id, message.event, timeout),
      )
      await this.#settle(exchange.answered)
    } finally {
      this.#pending--
      exchange.done()
    }
  }

  remove(): void {
    this.#fail(new Error(`The page of "${this.id}" was removed.`))
    this.#bus.close(this.element)
    this.element.remove()
  }

  #fail(error: Error): void {
    this.#failure.abort(error)
  }

  #reloaded(): void {
    if (this.#pending > 0) {
      this.#fail(reloadedDuringTest(this.id))
      return
    }
    this.#watchUnload()
    if (this.#warned) return
    this.#warned = true
    this.#warn(reloadedBetweenTests(this.id))
  }

  /** A page that leaves for somewhere that never loads fires no `load`. */
  #watchUnload(): void {
    const loads = this.#loads
    this.element.contentWindow?.addEventListener('pagehide', (event) => {
      if (!event.isTrusted) return
      setTimeout(() => {
        if (this.#pending === 0 || this.#loads !== loads || !this.element.isConnected) return
        this.#fail(navigatedAway(this.id, this.element.src, this.#href()))
      }, unloadGrace)
    })
  }

  #href(): string | undefined {
    try {
      return this.element.contentWindow?.location.href
    } catch {
      return undefined
    }
  }

  #settle(work: Promise<void>, timeout?: number, late?: () => Error): Promise<void> {
    const { signal } = this.#failure
    return new Promise((resolve, reject) => {
      const onFailure = (): void => {
        reject(signal.reason as Error)
      }
      const timer =
        timeout && late
          ? setTimeout(() => {
              reject(late())
            }, timeout)
          : undefined
      if (signal.aborted) onFailure()
      signal.addEventListener('abort', onFailure, { once: true })
      work.then(resolve, reject).finally(() => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onFailure)
      })
    })
  }
}
