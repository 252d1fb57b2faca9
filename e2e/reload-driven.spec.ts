import { type Browser, chromium, expect, type Page, test } from '@playwright/test'
import { canShowWindows, openDisplay } from './support/display.ts'
import { freePort } from './support/free-port.ts'
import { recordHeadings, SessionView } from './support/session-view.ts'
import { startVitest, type VitestProcess } from './support/vitest-process.ts'

const times = (count: number): Record<string, number> => ({
  'src/clicks.test.ts': count,
  'src/plain.test.ts': count,
})

interface Driven {
  readonly vitest: VitestProcess
  readonly page: Page
  /** Another tab of the same browser. */
  readonly pages: () => Page[]
}

/** A browser that Vitest drives, and a hand of ours on its page. */
async function withDriven(
  env: Record<string, string>,
  check: (driven: Driven) => Promise<void>,
): Promise<void> {
  const port = await freePort()
  await using vitest = startVitest({
    fixture: 'fixtures/reload-driven',
    args: ['--watch'],
    env: { ...env, LIVETAB_DEBUGGING_PORT: String(port) },
    tty: true,
  })
  await vitest.runsFinished(1)
  const browser = await chromium.connectOverCDP(`http://localhost:${port}`)
  try {
    const pages = (): Page[] => orchestratorsOf(browser)
    const [page] = pages()
    if (!page) throw new Error('The browser has no orchestrator.')
    await check({ vitest, page, pages })
  } finally {
    await browser.close()
  }
}

function orchestratorsOf(browser: Browser): Page[] {
  return browser
    .contexts()
    .flatMap((context) => context.pages())
    .filter((page) => page.url().includes('/__vitest_test__/'))
}

async function reloadIdle({ vitest, page, pages }: Driven): Promise<void> {
  const view = new SessionView(page)
  const headings = await recordHeadings(page)
  for (const run of [2, 3]) {
    await page.reload()
    await view.expectExpired('You reloaded the tab.', 'Last run: 2 passed.', 'runs 2 test files.')
    await view.rerun.click()
    await vitest.runsFinished(run)
    await expect(view.heading).toHaveCount(0)
    expect(vitest.runsPerFile()).toEqual(times(run))
    expect(vitest.resultsOfLastRun()).toEqual({ passed: 2, failed: 0, skipped: 0 })
  }
  expect(headings()).toEqual(['Session expired'])
  // The page that was reloaded is the one that ran: no other was opened.
  expect(pages()).toHaveLength(1)

  vitest.press('r')
  await vitest.runsFinished(4)
  expect(vitest.runsPerFile()).toEqual(times(4))
  expect(pages()).toHaveLength(1)
}

test('a headless page that is reloaded while idle runs again in the same page', async () => {
  await withDriven({}, reloadIdle)
})

test.describe('headed', () => {
  test.skip(!canShowWindows(), 'There is no display, and no Xvfb to make one.')

  test('a headed page that is reloaded while idle runs again in the same page', async () => {
    await using display = await openDisplay()
    await withDriven({ ...display.env, LIVETAB_HEADED: '1' }, async (driven) => {
      await reloadIdle(driven)
      await driven.vitest.printed(
        /\[livetab\] Project "chromium": the tab was reloaded\. Press Rerun in the tab, or r here/,
      )
    })
  })

  test('a headed page that was reloaded makes room for the one that r opens', async () => {
    await using display = await openDisplay()
    await withDriven({ ...display.env, LIVETAB_HEADED: '1' }, async ({ vitest, page, pages }) => {
      await page.reload()
      await new SessionView(page).expectExpired()
      vitest.press('r')
      await vitest.runsFinished(2)
      expect(vitest.runsPerFile()).toEqual(times(2))
      await expect.poll(() => pages().length, { timeout: 30_000 }).toBe(1)
    })
  })
})
