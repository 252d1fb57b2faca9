import { within } from '../within.ts'

/** Playwright runs in this process; its public API has no way to end a browser that no longer answers. */
interface InProcessBrowser {
  _connection?: {
    toImpl?: (browser: unknown) => InProcessImplementation | undefined
  }
  close?: () => Promise<void>
}

interface InProcessImplementation {
  options?: { browserProcess?: { kill?: () => Promise<void>; process?: { pid?: number } } }
}

const killTimeout = 1000

/** Ends the browser's process with SIGKILL, which a stopped process obeys, too. */
export async function killBrowserProcess(browser: object): Promise<void> {
  const found = browser as InProcessBrowser
  const browserProcess = found._connection?.toImpl?.(browser)?.options?.browserProcess
  if (browserProcess?.kill) {
    await within(browserProcess.kill(), killTimeout).catch(() => undefined)
    return
  }
  // A remote browser is not ours to kill: close the connection and let its owner see to it.
  await within(found.close?.() ?? Promise.resolve(), killTimeout).catch(() => undefined)
}
