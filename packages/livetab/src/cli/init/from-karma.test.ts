import { expect, test } from 'vitest'
import { fromKarma } from './from-karma.ts'
import { newConfig } from './new-config.ts'

const code = `module.exports = function (config) {
  config.set({
    basePath: '',
    frameworks: ['jasmine', 'sinon'],
    files: ['lib/jquery.js', 'test/setup.js', 'test/**/*.spec.js', { pattern: 'assets/*.png', included: false }],
    preprocessors: { 'test/**/*.js': ['webpack'] },
    webpack: { mode: 'development' },
    browsers: ['CI', 'FirefoxHeadless', 'IE'],
    customLaunchers: { CI: { base: 'ChromeHeadless', flags: ['--no-sandbox', '--lang=de'] } },
    browserNoActivityTimeout: 60 * 1000,
    port: 9876,
    proxies: { '/api': 'http://localhost:3000', '/img/': '/base/img/' },
    reporters: ['progress', 'coverage', 'junit'],
    client: { jasmine: { random: true, timeoutInterval: 8000 } },
    hooks: makeHooks(),
    exclude: patterns(),
  })
}
`

test('settings that map are taken over', () => {
  const migration = fromKarma('karma.conf.js', code)
  expect(newConfig('playwright', migration))
    .toBe(`import { playwright } from '@vitest/browser-playwright'
import { livetab } from 'livetab'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  server: {
    proxy: { '/api': 'http://localhost:3000' },
  },
  test: {
    globals: true,
    include: ['test/**/*.spec.js'],
    setupFiles: ['test/setup.js'],
    api: { port: 9876 },
    coverage: { enabled: true },
    reporters: ['default', 'junit'],
    testTimeout: 8000,
    sequence: { shuffle: true },
    browser: {
      enabled: true,
      headless: true,
      provider: livetab(playwright({ launchOptions: { args: ['--lang=de'] } }), { freezeTimeout: 60000 }),
      instances: [{ browser: 'chromium' }, { browser: 'firefox' }],
    },
  },
})
`)
})

test('every setting is either taken over or named as left', () => {
  const migration = fromKarma('karma.conf.js', code)
  expect(migration?.left).toEqual([
    '`jasmine.*` and `spyOn`: write `vi.fn()` and `vi.spyOn()`; see https://vitest.dev/api/vi',
    '`frameworks: sinon`: import it in a file of `test.setupFiles`.',
    '`files: lib/jquery.js`: import it where it is needed, or name it in `test.setupFiles`.',
    '`webpack`: move its aliases, loaders and plugins to the Vite configuration.',
    '`proxies` to `/base/…`: Vite serves the project from `/`; use those paths.',
    '`hooks` has no counterpart in Vitest.',
    '`exclude: patterns()` cannot be read without running it; set it yourself.',
    '`browsers: IE`: Playwright has Chromium, Firefox and WebKit.',
  ])
})

test('a configuration that only runs is not guessed at', () => {
  expect(fromKarma('karma.conf.js', 'module.exports = load()')).toBeUndefined()
})
