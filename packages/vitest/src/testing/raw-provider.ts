import { EventEmitter } from 'node:events'
import { createBrowserServer } from '@vitest/browser'
import type { BrowserProvider, BrowserProviderOption } from 'vitest/node'
import { RawPage, type RunFile } from './raw-page.ts'

/** One attached debugger of a raw page; tests emit its events. */
export class RawCdp extends EventEmitter {
  readonly sent: string[] = []
  detached = false
  readonly #gone = Promise.withResolvers<void>()

  async send(method: string): Promise<string> {
    this.sent.push(method)
    return `answer to ${method}`
  }

  async detach(): Promise<void> {
    this.detached = true
    this.#gone.resolve()
  }

  waitForDetach(): Promise<void> {
    return this.#gone.promise
  }
}

/** A custom provider whose pages are raw: what it opened, in order. */
export class RawBrowser {
  readonly pages: RawPage[] = []
  readonly cdp: RawCdp[] = []
  /** Holds up an attaching debugger. */
  beforeCdp: () => Promise<void> = () => Promise.resolve()
  readonly #run: RunFile
  readonly #ready: boolean
  readonly #cdpAsked = Promise.withResolvers<void>()

  constructor(run: RunFile, ready = true) {
    this.#run = run
    this.#ready = ready
  }

  /** Lets go of pages that a test is done with. */
  forget(): void {
    this.pages.length = 0
    this.cdp.length = 0
  }

  cdpAsked(): Promise<void> {
    return this.#cdpAsked.promise
  }

  get page(): RawPage {
    const page = this.pages.at(-1)
    if (!page) throw new Error('no page was opened')
    return page
  }

  provider(name = 'raw'): BrowserProviderOption {
    return {
      name,
      options: {},
      serverFactory: createBrowserServer,
      providerFactory: () => this.#create(name),
    }
  }

  #create(name: string): BrowserProvider {
    return {
      name,
      supportsParallelism: true,
      getCommandsContext: () => ({}),
      getCDPSession: async () => {
        const cdp = new RawCdp()
        this.#cdpAsked.resolve()
        await this.beforeCdp()
        this.cdp.push(cdp)
        return cdp
      },
      openPage: async (_sessionId, url) => {
        this.pages.push(await RawPage.open(url, this.#run, this.#ready))
      },
      close: () => {
        for (const page of this.pages) page.close()
      },
    }
  }
}
