import process from 'node:process'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

const packages = ['sessions', 'server', 'client', 'vitest', 'livetab']

// The `dev` condition points at `src`, so that unit tests need no build.
const conditions = ['dev']

const config: ViteUserConfig = defineConfig({
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    // Shared machines stall.
    retry: process.env.CI ? 2 : 0,
    projects: [
      ...packages.map((name) => ({
        extends: true as const,
        test: { name, root: `packages/${name}`, include: ['src/**/*.test.ts'] },
      })),
      {
        extends: true,
        test: {
          name: 'scripts',
          root: 'scripts',
          include: ['**/*.test.mjs'],
          // It imports JSON in a way that Node does not.
          server: { deps: { inline: ['@actions/workflow-parser'] } },
        },
      },
      {
        extends: true,
        test: { name: 'bench', root: 'bench', include: ['{cli,measure,report}/**/*.test.ts'] },
      },
    ],
  },
})

export default config
