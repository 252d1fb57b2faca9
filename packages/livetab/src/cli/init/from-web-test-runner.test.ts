import { expect, test } from 'vitest'
import { fromWebTestRunner } from './from-web-test-runner.ts'
import { newConfig } from './new-config.ts'

const code = `import { playwrightLauncher } from '@web/test-runner-playwright'
import { chromeLauncher } from '@web/test-runner-chrome'

export default /** @type {import('@web/test-runner').TestRunnerConfig} */ ({
  files: ['src/**/*.test.ts', '!src/**/slow.test.ts'],
  nodeResolve: true,
  concurrency: 4,
  browsers: [chromeLauncher(), playwrightLauncher({ product: 'webkit', launchOptions: { slowMo: 5 } }), saucelabs()],
  plugins: [esbuildPlugin({ ts: true }), importMapsPlugin()],
  testFramework: { config: { ui: 'tdd', timeout: '5000', retries: 1 } },
  testsStartTimeout: 20000,
  coverage: true,
  coverageConfig: { threshold: { statements: 80, lines: 90 }, exclude: ['**/gen/**'], reportDir: 'reports' },
  testRunnerHtml: (path) => path,
  ...more,
})
`

test('settings that map are taken over', () => {
  expect(newConfig('playwright', fromWebTestRunner('wtr.config.mjs', code)))
    .toBe(`import { playwright } from '@vitest/browser-playwright'
import { livetab } from 'livetab'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/.git/**', 'src/**/slow.test.ts'],
    maxWorkers: 4,
    testTimeout: 5000,
    retry: 1,
    coverage: {
      enabled: true,
      exclude: ['**/gen/**'],
      thresholds: {
        statements: 80,
        lines: 90,
      },
      reportsDirectory: 'reports',
    },
    globals: true,
    browser: {
      enabled: true,
      headless: true,
      connectTimeout: 20000,
      provider: livetab(playwright({ launchOptions: { slowMo: 5 } })),
      instances: [{ browser: 'chromium' }, { browser: 'webkit' }],
    },
  },
})
`)
})

test('every setting is either taken over or named as left', () => {
  expect(fromWebTestRunner('wtr.config.mjs', code)?.left).toEqual([
    '`browsers: saucelabs`: no launcher that Playwright could stand in for; see https://vitest.dev/config/browser',
    '`plugins: importMapsPlugin`: look for a Vite plugin that does the same.',
    '`testFramework.config.ui: tdd`: `suite` and `test` exist; rename `setup` and `teardown` to `beforeEach` and `afterEach`.',
    '`testRunnerHtml`: put what it adds into a file, and name that in `test.browser.testerHtmlPath`.',
    '`...more`: settings from elsewhere were not read.',
  ])
})

test('a list of products is read', () => {
  const mapped = `export default { browsers: ['chromium', 'firefox'].map((product) => playwrightLauncher({ product })) }`
  expect(fromWebTestRunner('wtr.config.mjs', mapped)?.browsers).toEqual(['chromium', 'firefox'])
})
