import type { BrowserProvider } from 'vitest/node'
import { within } from '../within.ts'
import type { PageEnd, PageHost } from './page-host.ts'
import { killBrowserProcess } from './playwright-process.ts'

interface Emitter {
  once: (event: string, listener: () => void) => unknown
}

export interface PlaywrightBrowser extends Emitter {
  isConnected: () => boolean
  close: () => Promise<void>
}

interface PlaywrightContext {
  close: () => Promise<void>
  browser: () => PlaywrightBrowser | null
}

interface PlaywrightPage extends Emitter {
  close: () => Promise<void>
  context: () => PlaywrightContext
}

/** The parts of Vitest's Playwright provider that we use. */
export interface PlaywrightProvider extends BrowserProvider {
  pages: Map<string, PlaywrightPage>
  contexts: Map<string, PlaywrightContext>
  browser: PlaywrightBrowser | null
  browserPromise: Promise<PlaywrightBrowser> | null
  persistentContext: PlaywrightContext | null
  openBrowserPage: (sessionId: string, options: { parallel: boolean }) => Promise<PlaywrightPage>
}

const releaseTimeout = 2000
/** Vitest itself waits longer; a person who pressed Ctrl-C does not. */
const closeTimeout = 2000

export function isPlaywrightProvider(provider: BrowserProvider): provider is PlaywrightProvider {
  const found = provider as Partial<PlaywrightProvider>
  return (
    provider.name === 'playwright' &&
    found.pages instanceof Map &&
    found.contexts instanceof Map &&
    typeof found.openBrowserPage === 'function'
  )
}

export function createPlaywrightHost(provider: PlaywrightProvider, onPageEnd: PageEnd): PageHost {
  const openPage = provider.openPage.bind(provider)
  const openBrowserPage = provider.openBrowserPage.bind(provider)
  const closeProvider = provider.close.bind(provider)

  // The page exists before its first navigation does: whatever happens to it then has a cause, too.
  provider.openBrowserPage = async (sessionId, options) => {
    const page = await openBrowserPage(sessionId, options)
    watch(page, sessionId)
    return page
  }

  function watch(page: PlaywrightPage, sessionId: string): void {
    const browser = page.context().browser()
    page.once('crash', () => {
      onPageEnd(sessionId, 'crashed')
    })
    page.once('close', () => {
      // Pages close one by one when their browser dies, just before it says so itself.
      setTimeout(() => {
        onPageEnd(sessionId, browser?.isConnected() === false ? 'killed' : 'closed')
      }, 20)
    })
    browser?.once('disconnected', () => {
      onPageEnd(sessionId, 'killed')
      if (provider.browser === browser) forgetBrowser()
    })
  }

  function forgetBrowser(): void {
    provider.browser = null
    provider.browserPromise = null
    provider.persistentContext = null
    provider.pages.clear()
    provider.contexts.clear()
  }

  return {
    driven: true,
    open: (sessionId, url, parallel) => openPage(sessionId, url, { parallel }),
    async release(sessionId) {
      const page = provider.pages.get(sessionId)
      const context = provider.contexts.get(sessionId)
      provider.pages.delete(sessionId)
      provider.contexts.delete(sessionId)
      const owned = context && context !== provider.persistentContext ? context : page
      if (owned) await within(owned.close(), releaseTimeout).catch(() => undefined)
    },
    transfer(from, to) {
      move(provider.pages, from, to)
      move(provider.contexts, from, to)
      const page = provider.pages.get(to)
      if (page) watch(page, to)
    },
    async isPaused(sessionId) {
      if (!provider.getCDPSession || !provider.pages.has(sessionId)) return false
      return within(askDebugger(provider, sessionId), 1000).catch(() => false)
    },
    async abandonBrowser() {
      const { browser } = provider
      forgetBrowser()
      if (browser) await killBrowserProcess(browser)
    },
    async close(options) {
      const { browser } = provider
      try {
        await within(Promise.resolve(closeProvider(options as never)), closeTimeout)
      } catch {
        if (browser) await killBrowserProcess(browser)
      }
    },
  }
}

function move<Value>(map: Map<string, Value>, from: string, to: string): void {
  const value = map.get(from)
  if (value === undefined) return
  map.delete(from)
  map.set(to, value)
}

interface DebuggerSession {
  send: (method: string) => Promise<unknown>
  on: (event: string, listener: () => void) => void
  detach?: () => Promise<void>
}

/** A debugger that attaches to a paused page is told so at once; one that spins says nothing. */
async function askDebugger(provider: PlaywrightProvider, sessionId: string): Promise<boolean> {
  const cdp = (await provider.getCDPSession?.(sessionId)) as unknown as DebuggerSession
  const paused = Promise.withResolvers<boolean>()
  cdp.on('Debugger.paused', () => {
    paused.resolve(true)
  })
  try {
    void cdp.send('Debugger.enable').catch(() => undefined)
    return await within(paused.promise, 500)
  } finally {
    void cdp.detach?.().catch(() => undefined)
  }
}
