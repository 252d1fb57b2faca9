import { defineConfig, type ViteUserConfig } from 'vitest/config'

const packages = ['sessions', 'server', 'client', 'vitest', 'livetab']

// The `dev` condition points at `src`, so that unit tests need no build.
const conditions = ['dev']

const config: ViteUserConfig = defineConfig({
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    passWithNoTests: false,
    projects: packages.map((name) => ({
      extends: true,
      test: {
        name,
        root: `packages/${name}`,
        include: ['src/**/*.test.ts'],
      },
    })),
  },
})

export default config
