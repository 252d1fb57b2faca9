import { within } from '../within.ts'

/** Playwright runs in this process; its public API has no way to end a browser that no longer answers. */
interface InProcessBrowser {
  _connection?: {
    toImpl?: (browser: unknown) => { options?: LaunchedBrowser } | undefined
  }
  close?: () => Promise<void>
}

interface LaunchedBrowser {
  artifactsDir?: string
  browserProcess?: {
    kill?: () => Promise<void>
    process?: { spawnargs?: readonly string[] }
  }
}

const killTimeout = 1000
const profileArgument = '--user-data-dir='

/** Where a browser that was launched here keeps its files. A remote browser has none. */
export function launchOf(browser: object): {
  readonly profile: string | undefined
  readonly artifacts: string | undefined
} {
  const launched = launchedBrowser(browser)
  return {
    profile: profileOf(launched?.browserProcess?.process?.spawnargs ?? []),
    artifacts: launched?.artifactsDir,
  }
}

/** The folder of a browser's profile, from its command line. */
export function profileOf(command: readonly string[]): string | undefined {
  const profile = command.find((argument) => argument.startsWith(profileArgument))
  return profile?.slice(profileArgument.length)
}

/** Ends the browser's process with SIGKILL, which a stopped process obeys, too. */
export async function killBrowserProcess(browser: object): Promise<void> {
  // A remote browser is not ours to kill: close the connection and let its owner see to it.
  const ending =
    launchedBrowser(browser)?.browserProcess?.kill?.() ?? (browser as InProcessBrowser).close?.()
  if (ending) await within(ending, killTimeout).catch(() => undefined)
}

function launchedBrowser(browser: object): LaunchedBrowser | undefined {
  return (browser as InProcessBrowser)._connection?.toImpl?.(browser)?.options
}
