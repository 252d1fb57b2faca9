import { existsSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import type { PlaywrightBrowser } from './playwright-host.ts'
import { launchOf, profileOf } from './playwright-process.ts'

/** Chromium and its relatives name the folder after themselves. */
const socketFolder = /^(?:org\.chromium|com\.google|com\.microsoft)\./
/** Folders that Playwright made for one browser; a profile of the user's own is none of them. */
const temporaryFolder = /^playwright[_-]/

const watched = new WeakSet<PlaywrightBrowser>()
const folders = new Set<string>()
let atExit = false

/**
 * The process may end while a browser starts, before Playwright hands it out. Then only the system
 * knows of it, and only until Playwright, which ends it on exit, has removed the profile.
 */
export function removeLeftoversAtExit(): void {
  if (atExit) return
  atExit = true
  process.prependListener('exit', () => {
    for (const profile of profilesOfChildren()) {
      const socket = findSocketFolder(profile)
      if (socket) folders.add(socket)
    }
  })
  process.on('exit', removeAll)
}

/**
 * A browser that is killed leaves folders behind: Playwright removes its own only if it gets the time,
 * and does not know of the one for Chromium's socket. What is left goes with this process at the latest.
 */
export function removeLeftovers(browser: PlaywrightBrowser): void {
  if (watched.has(browser)) return
  watched.add(browser)
  const { profile, artifacts } = launchOf(browser)
  const socket = profile && findSocketFolder(profile)
  removeLeftoversAtExit()
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

/** Ends the browsers among this process's children: what is ended makes no more folders. */
function profilesOfChildren(): string[] {
  try {
    const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    return children
      .split(' ')
      .filter(Boolean)
      .flatMap((pid) => {
        const profile = profileOf(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0'))
        if (!profile || !temporaryFolder.test(basename(profile))) return []
        process.kill(Number(pid), 'SIGKILL')
        return [profile]
      })
  } catch {
    // Other systems clean up by themselves.
    return []
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
