import type { FileSpecification, TesterOptions } from '../contract.ts'
import { findContainer } from './container.ts'
import { pageState } from './page-state.ts'
import { TesterBus, type TesterTransport } from './tester-bus.ts'
import { TesterFrame } from './tester-frame.ts'
import { createTraces } from './traces.ts'
import type { Viewport } from './viewport.ts'

/** The frame that all files share when isolation is off. */
const sharedFrame = '__vitest_all__'

/** Opens testers and runs files in them, one after the other. */
export class Orchestrator {
  readonly #viewport: Viewport
  readonly #warn: (message: string, file: string | undefined) => void
  readonly #bus: TesterBus
  readonly #traces = createTraces()
  readonly #frames = new Map<string, TesterFrame>()
  #cancelled = false
  #replaceShared = false

  constructor(
    transport: TesterTransport,
    viewport: Viewport,
    warn: (message: string, file: string | undefined) => void,
  ) {
    this.#viewport = viewport
    this.#warn = warn
    this.#bus = new TesterBus(transport, async (iframeId, width, height) => {
      if (!this.#frames.has(iframeId)) throw new Error(`There is no tester "${iframeId}".`)
      await viewport.set(width, height)
    })
  }

  cancel(): void {
    this.#cancelled = true
  }

  async run(options: TesterOptions): Promise<void> {
    this.#cancelled = false
    const startTime = performance.timeOrigin + performance.now()
    const trace = await this.#traces.start(
      options.otelCarrier,
      options.files.map((file) => file.filepath),
    )
    const prepare = { event: 'prepare', startTime, otelCarrier: trace.carrier } as const
    try {
      const container = await findContainer()
      if (pageState().config.isolate) await this.#runIsolated(container, options, prepare)
      else await this.#runShared(container, options, prepare)
    } finally {
      await trace.end()
    }
  }

  /** Called once the queue is empty. Isolated files were cleaned up one by one. */
  async cleanup(): Promise<void> {
    const shared = this.#frames.get(sharedFrame)
    if (!shared) return
    await shared.call({ event: 'cleanup' })
    this.#replaceShared = true
  }

  async #runIsolated(container: Element, options: TesterOptions, prepare: Prepare): Promise<void> {
    for (const file of options.files) {
      if (this.#cancelled) return
      const before = [...this.#frames.values()]
      this.#frames.clear()
      // A worker that still finds the old frame asks it about the new one's page, and waits for an answer.
      if (before.some((frame) => frame.hasServiceWorker)) removeAll(before)
      const opening = this.#open(container, file.filepath, prepare)
      opening.catch(() => undefined)
      // Taking the old frame down takes as long as the new one's page is on its way.
      removeAll(before)
      const frame = await opening
      await this.#viewport.reset()
      await frame.call(execute(options, [file]))
      await frame.call({ event: 'cleanup' })
    }
  }

  async #runShared(container: Element, options: TesterOptions, prepare: Prepare): Promise<void> {
    if (this.#replaceShared) {
      this.#replaceShared = false
      this.#remove(sharedFrame)
    }
    const frame =
      this.#frames.get(sharedFrame) ?? (await this.#open(container, sharedFrame, prepare))
    await this.#viewport.reset()
    try {
      await frame.call(execute(options, options.files))
    } catch (error) {
      // What happened to the page may have happened to every file in it.
      this.#replaceShared = true
      throw error
    }
  }

  async #open(container: Element, id: string, prepare: Prepare): Promise<TesterFrame> {
    const file = id === sharedFrame ? undefined : id
    const frame = new TesterFrame(id, this.#bus, (message) => {
      this.#warn(message, file)
    })
    this.#frames.set(id, frame)
    try {
      await frame.open(container)
      await frame.call(prepare)
    } catch (error) {
      this.#remove(id)
      throw error
    }
    return frame
  }

  #remove(id: string): void {
    this.#frames.get(id)?.remove()
    this.#frames.delete(id)
  }
}

function removeAll(frames: TesterFrame[]): void {
  for (const frame of frames.splice(0)) frame.remove()
}

interface Prepare {
  readonly event: 'prepare'
  readonly startTime: number
  readonly otelCarrier: unknown
}

function execute(options: TesterOptions, files: readonly FileSpecification[]) {
  return {
    event: 'execute',
    files,
    method: options.method,
    context: options.providedContext,
    concurrencyId: options.concurrencyId,
    workerId: options.workerId,
  } as const
}
