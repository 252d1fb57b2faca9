import { describe, expect, test } from 'vitest'
import type { ProviderName } from '../providers.ts'
import { editConfig } from './edit-config.ts'

/** The file after the edit; throws where there is none. */
function edited(
  code: string,
  file = 'vitest.config.ts',
  provider: ProviderName = 'playwright',
): string {
  const edit = editConfig(file, code, provider)
  if (edit.kind !== 'changed') throw new Error(JSON.stringify(edit))
  return edit.code
}

const head =
  "import { playwright } from '@vitest/browser-playwright'\nimport { defineConfig } from 'vitest/config'\n"

describe('a provider is wrapped where it stands, and nothing else is touched', () => {
  test.each<[string, string, string]>([
    ['a call', 'provider: playwright(),', 'provider: livetab(playwright()),'],
    [
      'a call with options and comments',
      'provider: playwright({ launchOptions: { slowMo: 1 } }), // slowly',
      'provider: livetab(playwright({ launchOptions: { slowMo: 1 } })), // slowly',
    ],
    [
      'a choice',
      'provider: process.env.CI ? playwright() : playwright({ actionTimeout: 1 }),',
      'provider: livetab(process.env.CI ? playwright() : playwright({ actionTimeout: 1 })),',
    ],
    ['a cast', 'provider: playwright() as never,', 'provider: livetab(playwright() as never),'],
    ["a name of Vitest 3's", "provider: 'playwright',", 'provider: livetab(playwright()),'],
    [
      "instances' own",
      "instances: [{ browser: 'chromium', provider: playwright() }],",
      "instances: [{ browser: 'chromium', provider: livetab(playwright()) }],",
    ],
  ])('%s', (_, before, after) => {
    const config = (line: string): string =>
      `\nexport default defineConfig({\n  test: {\n    browser: {\n      enabled: true,\n      ${line}\n    },\n  },\n})\n`
    expect(edited(head + config(before))).toBe(
      `${head}import { livetab } from 'livetab'\n${config(after)}`,
    )
  })

  test('a constant and its short form', () => {
    const code = `${head}const provider = playwright()\nconst browser = { enabled: true, provider }\nexport default defineConfig({ test: { browser } })\n`
    expect(edited(code)).toContain('const browser = { enabled: true, provider: livetab(provider) }')
  })

  test('every project of a file, and each of them once', () => {
    const code = `${head}
const browser = { enabled: true, provider: playwright(), instances: [{ browser: 'chromium' }] } as const
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', environment: 'node' } },
      { test: { name: 'a', browser } },
      { test: { name: 'b', browser } },
      { test: { name: 'c', browser: { enabled: true, provider: playwright(), instances: [] } } },
    ],
  },
})
`
    expect(edited(code).match(/livetab\(playwright\(\)\)/g)).toHaveLength(2)
    expect(edited(code).match(/playwright\(\)/g)).toHaveLength(2)
  })

  test("a coverage provider is none of a browser's", () => {
    const code = `${head}export default defineConfig({ test: { coverage: { provider: 'v8' }, browser: { provider: playwright() } } })\n`
    expect(edited(code)).toContain("coverage: { provider: 'v8' }")
  })

  test('CommonJS, with its quotes, semicolons and line ends', () => {
    const code = [
      'const { preview } = require("@vitest/browser-preview");',
      '',
      'module.exports = { test: { browser: { enabled: true, provider: preview() } } };',
      '',
    ].join('\r\n')
    expect(edited(code, 'vitest.config.cjs')).toBe(
      [
        'const { preview } = require("@vitest/browser-preview");',
        'const { livetab } = require("livetab");',
        '',
        'module.exports = { test: { browser: { enabled: true, provider: livetab(preview()) } } };',
        '',
      ].join('\r\n'),
    )
  })

  test('what is wrapped already stays', () => {
    const code = `${head}import { livetab } from 'livetab'\nconst provider = livetab(playwright(), { recover: 2 })\nexport default defineConfig({ test: { browser: { provider } } })\n`
    expect(editConfig('vitest.config.ts', code, 'playwright')).toEqual({
      kind: 'unchanged',
      providers: ['playwright'],
    })
  })
})

describe('a browser is added where there is none', () => {
  const lines = [
    'browser: {',
    '  enabled: true,',
    '  headless: true,',
    '  provider: livetab(playwright()),',
    "  instances: [{ browser: 'chromium' }],",
    '},',
  ]
  const block = (indent: string): string => lines.map((line) => `${indent}${line}\n`).join('')

  test('to the tests that there are', () => {
    const code =
      "import { defineConfig } from 'vitest/config'\n\nexport default defineConfig({\n  test: {\n    globals: true\n  },\n})\n"
    expect(edited(code)).toBe(
      `import { defineConfig } from 'vitest/config'\nimport { playwright } from '@vitest/browser-playwright'\nimport { livetab } from 'livetab'\n\nexport default defineConfig({\n  test: {\n    globals: true,\n${block('    ')}  },\n})\n`,
    )
  })

  test('to what a function returns, in its indentation and behind its comments', () => {
    const code =
      "import { defineConfig } from 'vite'\nexport default defineConfig(({ mode }) => {\n    const plugins = [mode].map((it) => { return it })\n    return {\n        plugins // all\n    }\n})\n"
    const result = edited(code, 'vite.config.ts')
    expect(result).toContain('        plugins, // all\n        test: {\n            browser: {\n')
    expect(result).toContain('                provider: livetab(playwright()),\n')
    expect(result.startsWith('/// <reference types="vitest/config" />\n')).toBe(true)
  })

  test('to the last part of a merged configuration, with tabs', () => {
    const code =
      "import { defineConfig, mergeConfig } from 'vitest/config'\nimport base from './vite.config.ts'\nexport default mergeConfig(base, defineConfig({\n\ttest: {},\n}))\n"
    expect(edited(code)).toContain('\ttest: {\n\t\tbrowser: {\n\t\t\tenabled: true,\n')
  })

  test('to an object on one line, with another provider', () => {
    const code = 'export default { test: { globals: true } }\n'
    expect(edited(code, 'vitest.config.js', 'preview')).toBe(
      "import { preview } from '@vitest/browser-preview'\nimport { livetab } from 'livetab'\n\nexport default { test: { globals: true,\n  browser: {\n    enabled: true,\n    provider: livetab(preview()),\n    instances: [{ browser: 'chromium' }],\n  },\n} }\n",
    )
  })

  test('to a browser section that names no provider', () => {
    const code = `${head}export default defineConfig({ test: { browser: { enabled: true } } })\n`
    expect(edited(code)).toContain('provider: livetab(playwright()),')
  })
})

describe('what cannot be told for certain is left alone', () => {
  test.each<[string, string, RegExp]>([
    ['spread settings', `export default { test: { ...shared } }`, /parts of its `test`/],
    [
      'a spread browser',
      `export default { test: { browser: { ...shared, enabled: true } } }`,
      /parts of its `test.browser`/,
    ],
    [
      'a browser from elsewhere',
      `import { browser } from './b.ts'\nexport default { test: { browser } }`,
      /`test.browser` comes from somewhere else/,
    ],
    [
      'a provider from elsewhere',
      `import { provider } from './b.ts'\nexport default { test: { browser: { provider } } }`,
      /`provider` is made somewhere else/,
    ],
    [
      "a function of the project's own",
      `import { make } from './b.ts'\nexport default { test: { browser: { provider: make() } } }`,
      /comes from `make\(\)`/,
    ],
    [
      'an unknown name',
      `export default { test: { browser: { provider: 'cypress' } } }`,
      /no provider called "cypress"/,
    ],
    [
      'several returns',
      `export default ({ mode }) => { if (mode) { return {} } return { test: {} } }`,
      /cannot be told for certain/,
    ],
    ['a loaded configuration', `export default await load()`, /cannot be told for certain/],
    ['projects', `export default { test: { projects: ['packages/*'] } }`, /only you know which/],
    [
      'half a choice',
      `import { livetab } from 'livetab'\nimport { preview } from '@vitest/browser-preview'\nexport default { test: { browser: { provider: x ? livetab(preview()) : preview() } } }`,
      /one of its two providers/,
    ],
    ['a mistake', 'export default {', /cannot be parsed/],
  ])('%s', (_, code, because) => {
    const edit = editConfig('vitest.config.ts', code, 'playwright')
    expect(edit).toMatchObject({
      kind: 'by-hand',
      because: expect.stringMatching(because),
      paste: expect.stringContaining("import { livetab } from 'livetab'"),
    })
  })
})
