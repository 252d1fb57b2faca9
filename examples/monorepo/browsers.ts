import { existsSync } from 'node:fs'
import process from 'node:process'
import { playwright } from '@vitest/browser-playwright'
import { livetab } from 'livetab'
import playwrights from 'playwright'
import type { BrowserInstanceOption } from 'vitest/node'

// Unset: the Chromium that Playwright installed.
const executablePath = process.env.LIVETAB_CHROMIUM

export const chromium = {
  browser: 'chromium',
  provider: livetab(playwright({ launchOptions: { executablePath } })),
} satisfies BrowserInstanceOption

export const firefox = {
  browser: 'firefox',
  provider: livetab(playwright()),
} satisfies BrowserInstanceOption

export const webkit = {
  browser: 'webkit',
  provider: livetab(playwright()),
} satisfies BrowserInstanceOption

/**
 * Leaves out browsers that are not on this machine.
 * `npx playwright install` brings them all: CI does that, a laptop may have only one.
 */
export function installed(...instances: BrowserInstanceOption[]): BrowserInstanceOption[] {
  return instances.filter(({ browser }) => {
    const path = browser === 'chromium' ? executablePath : undefined
    return existsSync(path ?? playwrights[browser].executablePath())
  })
}
