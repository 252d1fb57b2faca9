import { defineConfig, type EnvironmentOptions, type UserConfig } from 'vite'

/** What runs in the browser: the name of the file in `dist` and where it starts. */
const entries: Record<string, string> = {
  orchestrator: 'src/orchestrator/main.ts',
  'session-page': 'src/session-page/main.ts',
  linker: 'src/linker/main.ts',
  tester: 'src/tester/client.ts',
  'vite-client': 'src/tester/vite-client.ts',
  'announce-tests': 'src/tester/announce-tests.ts',
}

/** Each file stands alone: the session page is inlined, and a tester makes one request for its own. */
function environment([name, entry]: [string, string]): [string, EnvironmentOptions] {
  return [
    environmentName(name),
    {
      consumer: 'client',
      build: {
        target: 'es2022',
        // tsdown has just written index.js into the same folder.
        emptyOutDir: false,
        modulePreload: false,
        sourcemap: false,
        outDir: 'dist',
        // Other entries bundle nothing, or a part of the same.
        license: name === 'orchestrator' && { fileName: 'third-party-licenses.md' },
        rolldownOptions: {
          input: { [name]: entry },
          // What other files import from it stays.
          preserveEntrySignatures: 'strict',
          output: {
            // The server names these files in its pages, so no hashes.
            entryFileNames: '[name].js',
            codeSplitting: false,
            minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
          },
        },
      },
    },
  ]
}

/** Vite takes no dashes there. */
function environmentName(entry: string): string {
  return entry.replaceAll('-', '_')
}

const config: UserConfig = defineConfig({
  environments: Object.fromEntries(Object.entries(entries).map(environment)),
  builder: {
    async buildApp(builder) {
      for (const name of Object.keys(entries)) {
        const target = builder.environments[environmentName(name)]
        if (target) await builder.build(target)
      }
    },
  },
})

export default config
