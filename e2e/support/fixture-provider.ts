import process from 'node:process'
import { playwright } from '@vitest/browser-playwright'
import { preview } from '@vitest/browser-preview'

/** Set for a fixture whose pages Playwright opens, and not a person. */
export const drivenVariable = 'LIVETAB_DRIVEN'

type Provider = ReturnType<typeof preview> | ReturnType<typeof playwright>

/** What opens a fixture's pages: a person does, unless the spec wants them driven. */
export function fixtureProvider(): Provider {
  if (process.env[drivenVariable] === undefined) return preview()
  const executablePath = process.env['LIVETAB_CHROMIUM']
  return playwright({
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        // A second hand on the browser, as a person at a headed one has it.
        '--remote-debugging-port=0',
      ],
    },
  })
}
