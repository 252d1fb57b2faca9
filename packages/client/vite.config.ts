import { defineConfig, type UserConfig } from 'vite'

/** What runs in the browser: the name of the file in `dist` and where it starts. */
const entries = {
  orchestrator: 'src/orchestrator/main.ts',
  'session-page': 'src/session-page/main.ts',
}

const config: UserConfig = defineConfig({
  build: {
    target: 'es2022',
    // tsdown has just written index.js into the same folder.
    emptyOutDir: false,
    modulePreload: false,
    sourcemap: false,
    rolldownOptions: {
      input: entries,
      output: {
        // The server names these files in its pages, so no hashes.
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name].js',
        assetFileNames: '[name][extname]',
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      },
    },
  },
})

export default config
