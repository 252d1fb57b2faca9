import { once } from 'node:events'
import { createServer } from 'node:net'
import { existsSync } from 'node:fs'
import process from 'node:process'
import { expect, test } from '@playwright/test'
import { CliProject } from './support/cli-project.ts'
import { freePort } from './support/free-port.ts'

const everything = ['livetab', 'vitest', 'vite', '@vitest/browser-playwright', 'playwright']

test('a project that is ready: every line is well, and the exit code says so', async () => {
  using project = new CliProject('wrapped')
  await project.provideChromium()
  const { code, output } = await project.livetab('doctor')
  expect(output).toMatch(/^✓ Node +v\d+/m)
  expect(output).toMatch(/^✓ vitest +5\.1\.0$/m)
  expect(output).toMatch(/^✓ @vitest\/browser-playwright +5\.1\.0$/m)
  expect(output).toMatch(/^✓ vite +\d+/m)
  expect(output).toMatch(/^✓ configuration +vitest\.config\.ts$/m)
  expect(output).toMatch(/^✓ "chromium" +playwright, chromium, with Livetab$/m)
  expect(output).toMatch(/^✓ chromium +\d[\d.]+, launched in [\d.]+ s$/m)
  expect(output).toMatch(/^[✓!] port \d+ +is (free|taken; Vitest will take the next one)/m)
  expect(output).toMatch(/^✓ sandbox/m)
  expect(output).toMatch(/^[✓!] file watchers +a changed file is noticed/m)
  expect(output).toContain('Everything is ready: npx vitest')
  expect(output).not.toContain('✗')
  expect(code).toBe(0)
})

test('no browser: how to get one', async () => {
  using project = new CliProject('wrapped')
  const { code, output } = await project.livetab('doctor')
  expect(output).toMatch(/^✗ chromium +does not start: Executable doesn't exist at/m)
  expect(output).toContain('→ npx playwright install chromium')
  expect(output).toContain('One thing has to be done.')
  expect(code).toBe(1)
})

test('a provider that is not wrapped', async () => {
  using project = new CliProject('projects')
  await project.provideChromium()
  const { code, output } = await project.livetab('doctor')
  expect(output).toMatch(/^✗ "browser \(chromium\)" +playwright, chromium, not wrapped in livetab/m)
  expect(output).toContain('→ npx livetab init')
  expect(code).toBe(1)
})

test('a provider that is not installed', async () => {
  using project = new CliProject('wrapped', ['livetab', 'vitest', 'vite'])
  const { code, output } = await project.livetab('doctor')
  expect(output).toMatch(/^✗ configuration +vitest\.config\.ts does not load: /m)
  expect(output).toContain('→ npm i -D @vitest/browser-playwright@5.1.0')
  expect(code).toBe(1)
})

test('no Vitest, and no configuration', async () => {
  using without = new CliProject('wrapped', ['livetab', 'vite'])
  const missing = await without.livetab('doctor')
  expect(missing.output).toMatch(/^✗ vitest +is not installed$/m)
  expect(missing.output).toContain('→ npm i -D vitest@5.1.0')
  expect(missing.output).toContain('not looked at until the versions above go together')
  expect(missing.code).toBe(1)

  using project = new CliProject('no-config')
  const empty = await project.livetab('doctor')
  expect(empty.output).toMatch(/^✗ configuration +there is none for Vitest here$/m)
  expect(empty.output).toContain('→ npx livetab init')
  expect(empty.code).toBe(1)
})

test('a configuration that throws', async () => {
  using project = new CliProject('wrapped')
  project.write('vitest.config.ts', "throw new Error('the moon is full')\n")
  const { code, output } = await project.livetab('doctor')
  expect(output).toMatch(/^✗ configuration +vitest\.config\.ts does not load: .*the moon is full/m)
  expect(code).toBe(1)
})

test('a port that is taken: well, unless no other is allowed', async () => {
  using project = new CliProject('wrapped', everything)
  await project.provideChromium()
  const port = await freePort()
  const taken = createServer().listen(port, 'localhost')
  await once(taken, 'listening')
  try {
    const config = project.read('vitest.config.ts')
    const withApi = (api: string): string => config.replace('test: {', `test: {\n    api: ${api},`)

    project.write('vitest.config.ts', withApi(`{ port: ${port} }`))
    const next = await project.livetab('doctor')
    expect(next.output).toContain('is taken; Vitest will take the next one that is free')
    expect(next.code).toBe(0)

    project.write('vitest.config.ts', withApi(`{ port: ${port}, strictPort: true }`))
    const strict = await project.livetab('doctor')
    expect(strict.output).toMatch(/^✗ port \d+ +is taken, and `strictPort` allows no other$/m)
    expect(strict.code).toBe(1)
  } finally {
    taken.close()
  }
})

test('preview: needs no browser, and refuses CI', async () => {
  using project = new CliProject('preview', [
    'livetab',
    'vitest',
    'vite',
    '@vitest/browser-preview',
  ])
  await project.livetab('init', '--yes')
  project.env['DISPLAY'] = ':99'
  const desk = await project.livetab('doctor')
  expect(desk.output).toMatch(/^✓ preview +opens in your own browser$/m)
  expect(desk.code).toBe(0)
  project.env['CI'] = 'true'
  const ci = await project.livetab('doctor')
  expect(ci.output).toMatch(/^✗ preview +nobody watches a tab in CI$/m)
  expect(ci.code).toBe(1)
})

test('webdriverio: launched with its own options, where there is a driver for it', async () => {
  using project = new CliProject('webdriverio', [
    'livetab',
    'vitest',
    'vite',
    '@vitest/browser-webdriverio',
    'webdriverio',
  ])
  await project.livetab('init', '--yes')
  const driver = process.env['LIVETAB_CHROMEDRIVER'] ?? '/usr/bin/chromedriver'
  const isThere = existsSync(driver)
  project.env['LIVETAB_CHROMEDRIVER'] = driver
  const { code, output } = await project.livetab('doctor')
  expect(output).toMatch(/^✓ @vitest\/browser-webdriverio +5\.0\.0$/m)
  expect(output).toMatch(/^✓ "chrome" +webdriverio, chrome, with Livetab$/m)
  expect(output).toMatch(
    isThere ? /^✓ chrome +\d[\d.]+, launched in/m : /^✗ chrome +does not start/m,
  )
  expect(code).toBe(isThere ? 0 : 1)
})

test("Chromium's sandbox for root", async () => {
  using project = new CliProject('wrapped')
  await project.provideChromium()
  const config = project.read('vitest.config.ts')
  const sandboxed = 'playwright({ launchOptions: { chromiumSandbox: true } })'
  project.write('vitest.config.ts', config.replace('playwright()', sandboxed))
  const { output } = await project.livetab('doctor')
  if (process.getuid?.() === 0) {
    expect(output).toMatch(
      /^✗ sandbox +running as root, and "chromium" asks for Chromium's sandbox$/m,
    )
    expect(output).toContain('Leave out `chromiumSandbox`, or run as another user.')
  } else expect(output).toMatch(/^✓ sandbox +not running as root$/m)
})

test('a reader that stops reading is no error', async () => {
  using project = new CliProject('no-config')
  const { output } = await project.livetabIntoHead('doctor')
  expect(output).toMatch(/^✓ Node +v[\d.]+\n$/)
})

test('outside a project', async () => {
  using project = new CliProject('wrapped')
  project.remove('package.json')
  const { code, output } = await project.livetab('doctor')
  expect(output).toContain('There is no package.json in')
  expect(code).toBe(1)
})
