import process from 'node:process'
import { chromium } from '@playwright/test'
import type { Browser } from '@playwright/test'

/** A browser of our own, which plays the user who opens a link. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.LIVETAB_CHROMIUM || undefined,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
}
