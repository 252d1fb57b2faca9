import { pageState, uiApi } from './page-state.ts'
import type { ServerRpc } from './server-connection.ts'

/** Sizes the testers' frame, and the browser's window where the provider can. */
export class Viewport {
  readonly #rpc: ServerRpc
  #current: string | undefined

  constructor(rpc: ServerRpc) {
    this.#rpc = rpc
  }

  async set(width: number, height: number): Promise<void> {
    const ui = uiApi()
    if (ui) {
      await ui.setIframeViewport(width, height)
      return
    }
    const { style } = document.body
    style.setProperty('--viewport-width', `${width}px`)
    style.setProperty('--viewport-height', `${height}px`)
    const { provider } = pageState()
    // A person's window is as large as the person made it.
    if (provider === 'preview') return
    const size = `${width}x${height}`
    // Only Playwright's pages keep their size by themselves.
    if (provider === 'playwright' && this.#current === size) return
    await this.#rpc.setViewport(width, height)
    this.#current = size
  }

  async reset(): Promise<void> {
    const { width, height } = pageState().config.browser.viewport
    await this.set(width, height)
  }
}
