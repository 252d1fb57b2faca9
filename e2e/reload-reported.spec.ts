import { expect, test } from '@playwright/test'
import { expectNoPageError } from './support/browser.ts'
import { SessionView } from './support/session-view.ts'
import { startVitest } from './support/vitest-process.ts'

/** As it was reported: a reloaded preview tab showed the old green result, and the next run froze. */
test('reload the tab, see "Session expired", press Rerun, see the new result; five times in a row', async ({
  page,
}) => {
  using _ = expectNoPageError(page)
  await using vitest = startVitest({
    fixture: 'fixtures/reload-preview',
    args: ['--browser', '--watch'],
  })
  const view = new SessionView(page)
  const addresses = new Set<string>()

  await page.goto(await vitest.link())
  await vitest.runsFinished(1)
  for (let times = 1; times <= 5; times++) {
    await expect(page.getByText('PASS (3)')).toBeVisible()
    addresses.add(page.url())
    await page.reload()
    await view.expectExpired('chromium', 'You reloaded the tab.', 'Last run: 4 passed, 1 skipped.')
    await view.rerun.click()
    await vitest.runsFinished(times + 1)
    await expect(view.heading).toHaveCount(0)
  }
  await expect(page.getByText('PASS (3)')).toBeVisible()
  addresses.add(page.url())

  expect(addresses.size).toBe(6)
  expect(vitest.runsPerFile()).toEqual({
    'src/greeting.test.ts': 6,
    'src/layout.test.ts': 6,
    'src/storage.test.ts': 6,
  })
  expect(vitest.resultsOfLastRun()).toEqual({ passed: 4, failed: 0, skipped: 1 })
  expect(vitest.history().filter(({ state }) => state === 'failed')).toEqual([])
})
