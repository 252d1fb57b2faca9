import { expect, test } from '@playwright/test'
import { SessionView } from './support/session-view.ts'
import { startVitest } from './support/vitest-process.ts'

// The tests register MSW's service worker for the whole origin. From then on it stands between the tab and
// Vitest: the reload, the session page's questions and the rerun may all go through it.
for (const ui of [true, false]) {
  test(`a tab under a service worker expires and runs again, ui ${ui}`, async ({ page }) => {
    await using vitest = startVitest({
      fixture: 'fixtures/reload-service-worker',
      args: ['--watch', `--browser.ui=${ui}`],
    })
    const view = new SessionView(page)
    const throughWorker: string[] = []
    page.on('response', (response) => {
      if (response.fromServiceWorker()) throughWorker.push(new URL(response.url()).pathname)
    })
    await page.goto(await vitest.link())
    await vitest.runsFinished(1)
    expect(vitest.resultsOfLastRun()).toEqual({ passed: 2, failed: 0, skipped: 0 })
    expect(throughWorker).toContain('/api/team')

    for (const run of [2, 3]) {
      const response = await page.reload()
      expect([409, 410]).toContain(response?.status())
      await view.expectExpired('You reloaded the tab.', 'Last run: 2 passed.')
      await view.rerun.click()
      await vitest.runsFinished(run)
      await expect(view.heading).toHaveCount(0)
      expect(vitest.resultsOfLastRun()).toEqual({ passed: 2, failed: 0, skipped: 0 })
    }
    // Otherwise this spec would be about nothing.
    expect(throughWorker).toContain('/__vitest_test__/')
  })
}
