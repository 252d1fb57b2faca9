import { expect, test } from '@playwright/test'
import { changedLines, CliProject } from './support/cli-project.ts'

const added = [
  "+import { playwright } from '@vitest/browser-playwright'",
  "+import { livetab } from 'livetab'",
]

/** Projects, what init changes in them, and how many tests then pass in Chromium. */
const projects: { fixture: string; file: string; lines: string[]; tests?: number }[] = [
  {
    fixture: 'plain-playwright',
    file: 'vitest.config.ts',
    lines: [
      "+import { livetab } from 'livetab'",
      '-      provider: playwright({ launchOptions: { slowMo: 1 } }),',
      '+      provider: livetab(playwright({ launchOptions: { slowMo: 1 } })),',
    ],
    tests: 1,
  },
  {
    fixture: 'named',
    file: 'vitest.config.ts',
    lines: [...added, "-      provider: 'playwright',", '+      provider: livetab(playwright()),'],
  },
  {
    fixture: 'function',
    file: 'vite.config.ts',
    lines: [
      '+/// <reference types="vitest/config" />',
      ...added,
      '-        define: { __TEST__: JSON.stringify(isTest) } // for the tests',
      '+        define: { __TEST__: JSON.stringify(isTest) }, // for the tests',
      '+        test: {',
      '+            browser: {',
      '+                enabled: true,',
      '+                headless: true,',
      '+                provider: livetab(playwright()),',
      "+                instances: [{ browser: 'chromium' }],",
      '+            },',
      '+        },',
    ],
    tests: 1,
  },
  {
    fixture: 'projects',
    file: 'vitest.config.ts',
    lines: [
      "+import { livetab } from 'livetab'",
      '-  provider: playwright(),',
      '+  provider: livetab(playwright()),',
    ],
    tests: 2,
  },
  {
    fixture: 'commonjs',
    file: 'vitest.config.js',
    lines: [
      '+const { livetab } = require("livetab");',
      '-\t\t\tprovider: playwright(),',
      '+\t\t\tprovider: livetab(playwright()),',
    ],
    tests: 1,
  },
  {
    fixture: 'javascript',
    file: 'vitest.config.js',
    lines: [
      ...added,
      '+',
      '+    browser: {',
      '+      enabled: true,',
      '+      headless: true,',
      '+      provider: livetab(playwright()),',
      "+      instances: [{ browser: 'chromium' }],",
      '+    },',
    ],
    tests: 1,
  },
  {
    fixture: 'no-config',
    file: 'vitest.config.js',
    lines: [
      ...added,
      "+import { defineConfig } from 'vitest/config'",
      '+',
      '+export default defineConfig({',
      '+  test: {',
      '+    browser: {',
      '+      enabled: true,',
      '+      headless: true,',
      '+      provider: livetab(playwright()),',
      "+      instances: [{ browser: 'chromium' }],",
      '+    },',
      '+  },',
      '+})',
    ],
    tests: 1,
  },
]

for (const { fixture, file, lines, tests } of projects) {
  test(`${fixture}: shows the change, makes it with --yes, and the tests run`, async () => {
    using project = new CliProject(fixture)
    const before = fixture === 'no-config' ? undefined : project.read(file)

    const shown = await project.livetab('init')
    expect(shown.output).toContain(
      'Nothing was changed. To make these changes: npx livetab init --yes',
    )
    expect(changedLines(shown.output)).toEqual(lines)
    expect(shown.code).toBe(0)
    if (before !== undefined) expect(project.read(file)).toBe(before)

    const made = await project.livetab('init', '--yes')
    expect(changedLines(made.output)).toEqual(lines)
    expect(made.code).toBe(0)
    const after = project.read(file)

    const again = await project.livetab('init', '--yes')
    expect(again.output).toContain(`Nothing to do: ${file} uses Livetab`)
    expect(project.read(file)).toBe(after)
    if (tests === undefined) return

    await project.provideChromium()
    const run = await project.vitest()
    expect(run.output).toMatch(new RegExp(`Tests {2}${tests} passed`))
    expect(run.code).toBe(0)
  })
}

test('preview and webdriverio are wrapped where they are made', async () => {
  for (const [fixture, tool, expected] of [
    ['preview', 'vite', 'provider: livetab(preview())'],
    ['webdriverio', 'webdriverio', 'provider: livetab(provider)'],
  ] as const) {
    using project = new CliProject(fixture, [
      'livetab',
      'vitest',
      `@vitest/browser-${fixture}`,
      tool,
    ])
    const { code, output } = await project.livetab('init', '--yes')
    expect(output).toContain('Done. Run your tests with: npx vitest')
    expect(code).toBe(0)
    expect(project.read('vitest.config.ts')).toContain(expected)
  }
})

test('a provider that is wrapped already is left as it is', async () => {
  using project = new CliProject('wrapped')
  const before = project.read('vitest.config.ts')
  const { code, output } = await project.livetab('init', '--yes')
  expect(output).toContain('Nothing to do: vitest.config.ts uses Livetab')
  expect(code).toBe(0)
  expect(project.read('vitest.config.ts')).toBe(before)
})

test('what cannot be edited safely is not touched: it says why and what to paste', async () => {
  using project = new CliProject('not-safe', ['livetab', 'vitest', 'vite'])
  const before = project.read('vitest.config.ts')
  const { code, output } = await project.livetab('init', '--yes')
  expect(output).toContain(
    'vitest.config.ts was not changed: its `test.browser` comes from somewhere else.',
  )
  expect(output).toContain('provider: livetab(yourProvider),')
  expect(code).toBe(1)
  expect(project.read('vitest.config.ts')).toBe(before)
})

test('a web-test-runner project: what maps runs, what does not is named', async () => {
  using project = new CliProject('web-test-runner')
  const { code, output } = await project.livetab('init', '--yes')
  expect(code).toBe(0)
  expect(output).toContain('`files` → `test.include`')
  expect(output).toContain('`testFramework.config.timeout` → `test.testTimeout`')
  expect(output).toContain(
    '`plugins: importMapsPlugin`: look for a Vite plugin that does the same.',
  )
  await project.provideChromium()
  const run = await project.vitest()
  expect(run.output).toMatch(/Tests {2}1 passed/)
})

test('a Karma project: set-up, flags and globals come along', async () => {
  using project = new CliProject('karma')
  const { code, output } = await project.livetab('init', '--yes')
  expect(code).toBe(0)
  expect(output).toContain('vitest.config.mjs (new)')
  expect(output).toContain('`browserNoActivityTimeout` → `livetab(…, { freezeTimeout })`')
  expect(output).toContain('`files: lib/legacy.js`: import it where it is needed')
  expect(output).toContain('`webpack`: move its aliases, loaders and plugins')
  await project.provideChromium()
  const run = await project.vitest()
  expect(run.output).toMatch(/Tests {2}1 passed/)
})

test('what is missing is named, with the command of the package manager in use', async () => {
  using project = new CliProject('plain-playwright', ['livetab', 'vitest'])
  const npm = await project.livetab('init')
  expect(npm.output).toContain('Installs: npm i -D @vitest/browser-playwright@5.1.0 playwright')
  project.write('pnpm-lock.yaml', '')
  const pnpm = await project.livetab('init', '--no-install')
  expect(pnpm.output).toContain(
    'To install: pnpm add -D @vitest/browser-playwright@5.1.0 playwright',
  )
})

test('an install that fails leaves the configuration alone', async () => {
  using project = new CliProject('plain-playwright', ['livetab', 'vitest'])
  const before = project.read('vitest.config.ts')
  // A registry that nobody runs.
  project.write('.npmrc', 'registry=http://localhost:1/\nfetch-retries=0\n')
  const { code, output } = await project.livetab('init', '--yes')
  expect(output).toContain('Installing failed (exit code 1). Nothing else was changed.')
  expect(code).toBe(1)
  expect(project.read('vitest.config.ts')).toBe(before)
})

test('mistakes get one line and exit code 1', async () => {
  using project = new CliProject('plain-playwright')
  for (const [args, expected] of [
    [['frob'], 'There is no command "frob". There are: init, doctor.'],
    [['init', '--frob'], "Unknown option '--frob'. See: npx livetab init --help"],
    [['init', '--provider', 'cypress'], 'There is no provider "cypress".'],
    [['init', '--config', 'none.ts'], 'There is no file'],
  ] as const) {
    const { code, output } = await project.livetab(...args)
    expect(output).toContain(expected)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(code).toBe(1)
  }
  project.remove('package.json')
  const outside = await project.livetab('init')
  expect(outside.output).toContain('There is no package.json in')
  expect(outside.code).toBe(1)
  const { output } = await project.livetab('--version')
  expect(output).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('on a terminal it asks, and Enter is a yes', async () => {
  using project = new CliProject('plain-playwright')
  const before = project.read('vitest.config.ts')
  const no = await project.livetabOnTerminal('n\n', 'init')
  expect(no.output).toContain('Make these changes? [Y/n]')
  expect(no.output).toContain('Nothing was changed.')
  expect(project.read('vitest.config.ts')).toBe(before)
  const yes = await project.livetabOnTerminal('\n', 'init')
  expect(yes.output).toContain('Done. Run your tests with: npx vitest')
  expect(project.read('vitest.config.ts')).toContain('livetab(playwright(')
})
