import { existsSync } from 'node:fs'

const systemChromium = '/usr/bin/chromium'

/** The browser to measure with. Undefined leaves the choice to Playwright. */
export function findChromium(): string | undefined {
  const named = process.env['LIVETAB_CHROMIUM']
  if (named) return named
  return existsSync(systemChromium) ? systemChromium : undefined
}

/** Chromium refuses to run as root with its sandbox. */
export function chromiumArgs(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : []
}
