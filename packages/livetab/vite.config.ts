import { defineConfig, type UserConfig } from 'vite'

/** The command line. It carries its parsers with it, so that no project has to install them. */
const config: UserConfig = defineConfig({
  build: {
    target: 'node22.12',
    ssr: 'src/cli.ts',
    outDir: 'dist',
    emptyOutDir: false,
    minify: true,
    license: { fileName: 'third-party-licenses.md' },
    rolldownOptions: { output: { chunkFileNames: 'cli/[name].js' } },
  },
  ssr: { noExternal: true, target: 'node' },
})

export default config
