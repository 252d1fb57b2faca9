import { expect } from '@playwright/test'
import { headedWindow, type Place, test } from './support/places.ts'
import { recordHeadings, SessionView } from './support/session-view.ts'

const times = (count: number): Record<string, number> => ({
  'src/greeting.test.ts': count,
  'src/layout.test.ts': count,
  'src/storage.test.ts': count,
})

const headlessPage: Place = {
  name: 'a headless page',
  args: ['--browser.headless=true'],
  driven: true,
}

for (const place of [headlessPage, headedWindow]) {
  test(`${place.name} that is reloaded runs again in the same page, and makes room for r`, async ({
    open,
  }) => {
    await using tab = await open(place, { fixture: 'fixtures/reload-preview', tty: true })
    const { vitest, page } = tab
    await vitest.runsFinished(1)
    const view = new SessionView(page)
    const headings = await recordHeadings(page)
    for (const run of [2, 3]) {
      await page.reload()
      await view.expectExpired('You reloaded the tab.', 'Last run: 4 passed, 1 skipped.')
      await view.rerun.click()
      await vitest.runsFinished(run)
      await expect(view.heading).toHaveCount(0)
      expect(vitest.runsPerFile()).toEqual(times(run))
      expect(vitest.resultsOfLastRun()).toEqual({ passed: 4, failed: 0, skipped: 1 })
    }
    expect(headings()).toEqual(['Session expired'])
    // The page that was reloaded is the one that ran: no other was opened.
    expect(await tab.tabs()).toEqual([page])
    vitest.press('r')
    await vitest.runsFinished(4)
    expect(await tab.tabs()).toEqual([page])

    await page.reload()
    await view.expectExpired()
    vitest.press('r')
    const next = await tab.nextPage()
    await vitest.runsFinished(5)
    await expect.poll(() => tab.tabs()).toEqual([next])
    await expect(new SessionView(next).heading).toHaveCount(0)
    expect(vitest.runsPerFile()).toEqual(times(5))
  })
}
