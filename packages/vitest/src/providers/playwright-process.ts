import { within } from '../within.ts'

/** Playwright runs in this process; its public API has no way to end a browser that no longer answers. */
interface InProcessBrowser {
  _connection?: {
    toImpl?: (browser: unknown) => { options?: { browserProcess?: BrowserProcess } } | undefined
  }
  close?: () => Promise<void>
}

interface BrowserProcess {
  kill?: () => Promise<void>
  process?: { spawnargs?: readonly string[] }
}

const killTimeout = 1000

/** The process of a browser that was launched here. A remote browser has none. */
export function browserProcessOf(browser: object): BrowserProcess | undefined {
  return (browser as InProcessBrowser)._connection?.toImpl?.(browser)?.options?.browserProcess
}

/** Ends the browser's process with SIGKILL, which a stopped process obeys, too. */
export async function killBrowserProcess(browser: object): Promise<void> {
  const browserProcess = browserProcessOf(browser)
  // A remote browser is not ours to kill: close the connection and let its owner see to it.
  const ending = browserProcess?.kill?.() ?? (browser as InProcessBrowser).close?.()
  if (ending) await within(ending, killTimeout).catch(() => undefined)
}
