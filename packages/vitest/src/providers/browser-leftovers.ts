import { existsSync, readlinkSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import type { PlaywrightBrowser } from './playwright-host.ts'
import { launchOf } from './playwright-process.ts'

/** Chromium and its relatives name the folder after themselves. */
const socketFolder = /^(?:org\.chromium|com\.google|com\.microsoft)\./
/** Folders that Playwright made for one browser; a profile of the user's own is none of them. */
const temporaryFolder = /^playwright[_-]/

const watched = new WeakSet<PlaywrightBrowser>()
const folders = new Set<string>()

/**
 * A browser that is killed leaves folders behind: Playwright removes its own only if it gets the time,
 * and does not know of the one for Chromium's socket. What is left goes with this process at the latest.
 */
export function removeLeftovers(browser: PlaywrightBrowser): void {
  if (watched.has(browser)) return
  watched.add(browser)
  const { profile, artifacts } = launchOf(browser)
  const socket = profile && findSocketFolder(profile)
  if (folders.size === 0) process.once('exit', removeAll)
  for (const folder of folders) if (!existsSync(folder)) folders.delete(folder)
  for (const folder of [profile, artifacts]) {
    if (folder && temporaryFolder.test(basename(folder))) folders.add(folder)
  }
  if (!socket) return
  folders.add(socket)
  browser.once('disconnected', () => {
    remove(socket)
  })
}

function removeAll(): void {
  for (const folder of folders) remove(folder)
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  } catch {
    // The system's own clean-up of temporary files gets it.
  }
}

function findSocketFolder(profile: string): string | undefined {
  try {
    const folder = dirname(readlinkSync(join(profile, 'SingletonSocket')))
    return socketFolder.test(basename(folder)) ? folder : undefined
  } catch {
    // Other browsers have none.
    return undefined
  }
}
