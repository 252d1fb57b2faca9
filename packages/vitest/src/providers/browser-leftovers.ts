import { readlinkSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import type { PlaywrightBrowser } from './playwright-host.ts'
import { browserProcessOf } from './playwright-process.ts'

/** Chromium and its relatives name the folder after themselves. */
const socketFolder = /^(?:org\.chromium|com\.google|com\.microsoft)\./

const watched = new WeakSet<PlaywrightBrowser>()

/**
 * A Chromium that is killed cannot remove the folder of its own socket, and Playwright does not know of it.
 * Removes it when the browser is gone, or with this process.
 */
export function removeLeftovers(browser: PlaywrightBrowser): void {
  if (watched.has(browser)) return
  watched.add(browser)
  const folder = findSocketFolder(browser)
  if (!folder) return
  const remove = (): void => {
    process.off('exit', remove)
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', remove)
  browser.once('disconnected', remove)
}

function findSocketFolder(browser: PlaywrightBrowser): string | undefined {
  const profile = browserProcessOf(browser)
    ?.process?.spawnargs?.find((argument) => argument.startsWith('--user-data-dir='))
    ?.replace('--user-data-dir=', '')
  if (!profile) return undefined
  try {
    const folder = dirname(readlinkSync(join(profile, 'SingletonSocket')))
    return socketFolder.test(basename(folder)) ? folder : undefined
  } catch {
    // Other browsers have none.
    return undefined
  }
}
