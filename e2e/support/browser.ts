import process from 'node:process'
import { type Browser, chromium, type Page } from '@playwright/test'

/** The browser of a person who watches the tab. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['LIVETAB_CHROMIUM']
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
}

/** Fails the spec when the page throws. Use as `using _ = expectNoPageError(page)`. */
export function expectNoPageError(page: Page): Disposable {
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  return {
    [Symbol.dispose]() {
      if (errors.length > 0) throw new AggregateError(errors, 'The page threw errors.')
    },
  }
}
