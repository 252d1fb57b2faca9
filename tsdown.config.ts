import { defineConfig, type UserConfig } from 'tsdown'

/** The Node side of every package. What runs in the browser: packages/client/vite.config.ts. */
const config: UserConfig = defineConfig({
  workspace: 'packages/*',
  entry: 'src/{index,e2e,e2e-reporter}.ts',
  platform: 'node',
  target: 'node22.12',
  fixedExtension: false,
  dts: true,
  // A running Vitest may have these files open; the build removes leftovers afterwards.
  clean: false,
})

export default config
