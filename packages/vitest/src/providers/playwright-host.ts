import type { BrowserProvider } from 'vitest/node'
import { within } from '../within.ts'
import { removeLeftovers, removeLeftoversAtExit } from './browser-leftovers.ts'
import { findPage } from './find-page.ts'
import type { PageEnd, PageHost } from './page-host.ts'
import { isPausedAtBreakpoint } from './paused.ts'
import { killBrowserProcess } from './playwright-process.ts'
import { quietNetwork } from './quiet-network.ts'

interface Emitter {
  once: (event: string, listener: () => void) => unknown
  off: (event: string, listener: () => void) => unknown
}

export interface PlaywrightBrowser extends Emitter {
  isConnected: () => boolean
  contexts: () => PlaywrightContext[]
  close: () => Promise<void>
}

interface PlaywrightContext {
  pages: () => PlaywrightPage[]
  close: () => Promise<void>
  browser: () => PlaywrightBrowser | null
}

interface PlaywrightPage extends Emitter {
  evaluate: (expression: string) => Promise<unknown>
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
  options?: { connectOptions?: unknown }
}

const releaseTimeout = 2000
/** Long enough to finish videos and traces. */
const closeTimeout = 9000
/** A person who pressed Ctrl-C does not wait for those. */
const cancelledCloseTimeout = 1000

export function isPlaywrightProvider(provider: BrowserProvider): provider is PlaywrightProvider {
  const found = provider as Partial<PlaywrightProvider>
  return (
    provider.name === 'playwright' &&
    found.pages instanceof Map &&
    found.contexts instanceof Map &&
    typeof found.openBrowserPage === 'function'
  )
}

export function createPlaywrightHost(
  provider: PlaywrightProvider,
  onPageEnd: PageEnd,
  isCancelling: () => boolean,
  /** Whether a session's page need not tell of its requests. */
  isQuiet: (sessionId: string) => boolean,
): PageHost {
  const openPage = provider.openPage.bind(provider)
  const openBrowserPage = provider.openBrowserPage.bind(provider)
  const closeProvider = provider.close.bind(provider)
  /** Pages that we close ourselves; their end tells nothing. */
  const released = new WeakSet<PlaywrightPage>()
  const browsers = new WeakSet<PlaywrightBrowser>()
  /** Only the session that a page is in now learns what becomes of it. */
  const sessionOf = new WeakMap<PlaywrightPage, string>()
  /** What became of a remote browser is not known here; it may be fine. */
  const disconnected = provider.options?.connectOptions ? 'lost' : 'killed'

  // The page exists before its first navigation does: whatever happens to it then has a cause, too.
  provider.openBrowserPage = async (sessionId, options) => {
    removeLeftoversAtExit()
    const page = await openBrowserPage(sessionId, options)
    watch(page, sessionId)
    return page
  }

  function watch(page: PlaywrightPage, sessionId: string): void {
    const browser = page.context().browser()
    if (browser) watchBrowser(browser)
    sessionOf.set(page, sessionId)
    const end: typeof onPageEnd = (id, cause) => {
      if (sessionOf.get(page) === id) onPageEnd(id, cause)
    }
    page.once('crash', () => {
      end(sessionId, 'crashed')
    })
    const onDisconnected = (): void => {
      if (!released.has(page)) end(sessionId, disconnected)
    }
    browser?.once('disconnected', onDisconnected)
    page.once('close', () => {
      // Pages close one by one when their browser dies, just before it says so itself.
      setTimeout(() => {
        const isGone = browser?.isConnected() === false
        if (!released.has(page)) end(sessionId, isGone ? disconnected : 'closed')
        if (isGone) return
        browser?.off('disconnected', onDisconnected)
        if (provider.pages.get(sessionId) === page) void release(sessionId)
      }, 20)
    })
  }

  /** Once for each: a browser outlives its pages, and sees a great many of them. */
  function watchBrowser(browser: PlaywrightBrowser): void {
    if (browsers.has(browser)) return
    browsers.add(browser)
    removeLeftovers(browser)
    browser.once('disconnected', () => {
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

  async function abandonBrowser(): Promise<void> {
    const { browser } = provider
    forgetBrowser()
    if (browser) await killBrowserProcess(browser)
  }

  async function release(sessionId: string): Promise<boolean> {
    const page = provider.pages.get(sessionId)
    const context = provider.contexts.get(sessionId)
    provider.pages.delete(sessionId)
    provider.contexts.delete(sessionId)
    if (page) released.add(page)
    const owned = context && context !== provider.persistentContext ? context : page
    if (!owned) return true
    try {
      await within(owned.close(), releaseTimeout)
      return true
    } catch {
      return false
    }
  }

  /** A page is in one session, and its context goes with it. */
  function settle(page: PlaywrightPage, sessionId: string): void {
    const context = page.context()
    const former = provider.pages.get(sessionId)
    if (former) sessionOf.delete(former)
    for (const [id, other] of provider.contexts) {
      if (other !== context) continue
      provider.contexts.delete(id)
      provider.pages.delete(id)
    }
    provider.pages.set(sessionId, page)
    provider.contexts.set(sessionId, context)
    watch(page, sessionId)
  }

  return {
    driven: true,
    sessions: () => [...provider.pages.keys()],
    async open(sessionId, url, parallel) {
      await openPage(sessionId, url, { parallel })
      const page = provider.pages.get(sessionId)
      // A page that cannot be made quiet, or is gone already, is a page like any other.
      if (page && isQuiet(sessionId)) quietNetwork(page).catch(() => undefined)
    },
    release,
    async discard(sessionId) {
      await forgetFailedLaunch(provider)
      // It may have died a moment ago and not have said so yet.
      if (provider.browser?.isConnected() === false) forgetBrowser()
      if (!(await release(sessionId))) await abandonBrowser()
    },
    transfer(from, to) {
      move(provider.pages, from, to)
      move(provider.contexts, from, to)
      const page = provider.pages.get(to)
      if (page) watch(page, to)
    },
    async find(sessionId, ticket) {
      const contexts = provider.browser?.contexts() ?? []
      const page = await findPage(
        contexts.flatMap((context) => context.pages()),
        ticket,
      )
      if (page && provider.pages.get(sessionId) !== page) settle(page, sessionId)
    },
    async isPaused(sessionId) {
      return provider.pages.has(sessionId) && isPausedAtBreakpoint(provider, sessionId)
    },
    abandonBrowser,
    async close(options) {
      const { browser, browserPromise } = provider
      try {
        const timeout = isCancelling() ? cancelledCloseTimeout : closeTimeout
        await within(Promise.resolve(closeProvider(options as never)), timeout)
      } catch {
        if (browser) await killBrowserProcess(browser)
        // One that is still starting must not outlive the run.
        else browserPromise?.then(killBrowserProcess).catch(() => undefined)
      }
    },
  }
}

/** The provider keeps a launch that failed and would give the same failure to everyone after. */
async function forgetFailedLaunch(provider: PlaywrightProvider): Promise<void> {
  const { browserPromise } = provider
  if (!browserPromise) return
  const pending = Symbol('pending')
  const failed = browserPromise.then(
    () => false,
    () => true,
  )
  const outcome = await Promise.race([
    failed,
    new Promise((resolve) => setImmediate(resolve, pending)),
  ])
  if (outcome === true && provider.browserPromise === browserPromise) provider.browserPromise = null
}

function move<Value>(map: Map<string, Value>, from: string, to: string): void {
  const value = map.get(from)
  if (value === undefined) return
  map.delete(from)
  map.set(to, value)
}
