import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { startVitest } from './support/vitest-process.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Markup, the end of a script, a placeholder of Vitest's and what JSON and JavaScript disagree about. */
const hostile = `</script><script>top.pwned=1</script><img src=x onerror=top.pwned=2><!--<script>\u2028\u2029{__VITEST_API_TOKEN__}$&`
const hostileFile = `<img src=x onerror=top.pwned=3>'"&{__VITEST_CONFIG__}.test.ts`

/** A project whose every name is an attack. Such names cannot be in a repository that Windows can check out. */
class HostileProject implements Disposable {
  readonly folder: string

  constructor() {
    const parent = join(root, 'fixtures/.tmp')
    mkdirSync(parent, { recursive: true })
    this.folder = mkdtempSync(join(parent, 'attack-names-'))
    const name = JSON.stringify(hostile)
    writeFileSync(
      join(this.folder, 'vitest.config.ts'),
      `import { preview } from '@vitest/browser-preview'
import { livetab } from 'livetab'

export default {
  test: {
    env: { HOSTILE: ${name} },
    provide: { hostile: ${name} },
    browser: {
      enabled: true,
      ui: true,
      screenshotFailures: false,
      provider: livetab(preview()),
      instances: [{ browser: 'chromium', name: ${name} }],
    },
  },
}
`,
    )
    writeFileSync(
      join(this.folder, hostileFile),
      `import { describe, expect, inject, test } from 'vitest'

const hostile = ${name}

describe(hostile, () => {
  test(hostile, ({ annotate }) => {
    console.log(hostile)
    expect(inject('hostile')).toBe(hostile)
    expect(import.meta.env.HOSTILE).toBe(hostile)
    return annotate(hostile)
  })
  test(hostile + ' fails', () => {
    throw new Error(hostile)
  })
})
`,
    )
  }

  get fixture(): string {
    return relative(root, this.folder)
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

async function expectUnharmed(page: Page): Promise<void> {
  const results = await Promise.all(
    page.frames().map((frame) => frame.evaluate(() => Reflect.get(window, 'pwned') as unknown)),
  )
  expect(results.filter((result) => result !== undefined)).toEqual([])
}

test('names of projects, files and tests, logs, errors, settings and provided values run nowhere', async ({
  page,
}) => {
  test.setTimeout(120_000)
  using project = new HostileProject()
  await using vitest = startVitest({ fixture: project.fixture, args: ['--watch'] })
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const link = await vitest.link()
  const response = await page.goto(`${link}&otelCarrier=${encodeURIComponent(hostile)}`)
  const html = (await response?.text()) ?? ''
  expect(html).toContain('top.pwned=1')
  expect(html).not.toContain('</script><script>top.pwned')
  expect(html).not.toContain('<img src=x')
  await vitest.runsFinished(1)
  expect(vitest.resultsOfLastRun()).toEqual({ passed: 1, failed: 1, skipped: 0 })
  await expectUnharmed(page)

  // The page of a session that ended shows the project's name, too.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Session expired' })).toBeVisible()
  await expect(page.getByText('</script>').first()).toBeVisible()
  await expectUnharmed(page)
  await page.getByRole('button', { name: 'Rerun' }).click()
  await vitest.runsFinished(2)
  await expectUnharmed(page)
  expect(dialogs).toEqual([])
})
