import { preview } from '@vitest/browser-preview'
import { livetab } from 'livetab'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** A person's tab on the provider that the bench asks for. */
const config: ViteUserConfig = defineConfig({
  test: {
    browser: {
      enabled: true,
      ui: true,
      provider: process.env['LIVETAB_BENCH_STOCK'] ? preview() : livetab(preview()),
      instances: [{ browser: 'chromium' }],
    },
  },
})

export default config
