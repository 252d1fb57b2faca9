import { fileURLToPath } from 'node:url'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** Apart from the unit tests: these look at texts, and build the site. */
const config: ViteUserConfig = defineConfig({
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['*.test.ts'],
    // One of them builds the site and one runs the compiler.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})

export default config
