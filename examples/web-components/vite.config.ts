import process from 'node:process'
import { playwright } from '@vitest/browser-playwright'
import { livetab } from 'livetab'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    browser: {
      enabled: true,
      headless: true,
      provider: livetab(
        playwright({
          // Unset: the Chromium that Playwright installed.
          launchOptions: { executablePath: process.env.LIVETAB_CHROMIUM },
        }),
      ),
      instances: [{ browser: 'chromium' }],
    },
  },
})
