import { expect } from '@playwright/test'
import { Gates } from './support/gate.ts'
import { places, test } from './support/places.ts'
import { recordHeadings, SessionView } from './support/session-view.ts'

for (const place of places) {
  const fixture = { fixture: 'fixtures/reload-auto' }

  test.describe(place.name, () => {
    test("with reload: 'rerun' a tab that is reloaded too often gets the button", async ({
      open,
    }) => {
      await using tab = await open(place, fixture)
      const { vitest, page } = tab
      const view = new SessionView(page)
      const headings = await recordHeadings(page)
      await vitest.runsFinished(1)

      // However slow this machine is: a tab that is reloaded as soon as it can be is too quick at some point.
      let automatic = 0
      for (const until = Date.now() + 40_000; Date.now() < until; automatic++) {
        const left = page.url()
        await page.reload()
        const next = page.waitForURL((url) => url.href !== left, { waitUntil: 'commit' })
        const went = await Promise.race([
          next.then(() => true),
          view.rerun.waitFor().then(() => false),
        ])
        next.catch(() => undefined)
        if (!went) break
        // A driven window that is reloaded during a run is replaced, which is another matter.
        if (place.driven) await vitest.runsFinished(automatic + 2)
        // Once the page has its session, nobody else is given it.
        await expect.poll(async () => (await fetch(page.url())).status).toBe(409)
      }
      expect(automatic).toBeGreaterThanOrEqual(3)
      await view.expectExpired(
        'You reloaded the tab.',
        'The tab was reloaded several times within seconds',
      )
      const others = (): string[] => headings().filter((text) => text !== 'Starting a new session')
      await expect.poll(others).toEqual(['Session expired'])
      const runs = vitest.finishedRuns()
      await view.rerun.click()
      await vitest.runsFinished(runs + 1)
      expect(vitest.resultsOfLastRun()).toEqual({ passed: 1, failed: 0, skipped: 0 })
      await vitest.printed(/the tab was reloaded\. Its tests run again by themselves\./)
    })

    test("with reload: 'rerun' a reload runs the tests again without a press", async ({ open }) => {
      await using tab = await open(place, fixture)
      const { vitest, page, link } = tab
      const headings = await recordHeadings(page)
      await vitest.runsFinished(1)
      await page.reload()
      await page.waitForURL((url) => url.href !== link)
      await vitest.runsFinished(2)
      expect(vitest.runsPerFile()).toEqual({ 'sum.test.ts': 2 })
      expect(headings().filter((text) => text !== 'Starting a new session')).toEqual([])
    })

    test("with reload: 'rerun' a run goes on by itself after a reload", async ({ open }) => {
      using gates = new Gates()
      await using tab = await open(place, { ...fixture, env: gates.env })
      const { vitest, page } = tab
      await vitest.until(() => gates.wasReached('sum'), 'the test')
      const left = page.url()
      // A driven page is closed while it is being loaded again.
      await page.reload().catch(() => undefined)
      const current = place.driven ? await tab.nextPage() : page
      await current.waitForURL((url) => url.href !== left)
      gates.open('sum')
      await vitest.runsFinished(1)
      expect(vitest.runsPerFile()).toEqual({ 'sum.test.ts': 1 })
      expect(vitest.resultsOfLastRun()).toEqual({ passed: 1, failed: 0, skipped: 0 })
      await expect.poll(() => tab.tabs()).toEqual([current])
      await expect(new SessionView(current).heading).toHaveCount(0)
    })

    test('a link that comes back later starts nothing by itself', async ({ open }) => {
      await using tab = await open(place, fixture)
      const { vitest, page, link } = tab
      await vitest.runsFinished(1)
      await page.reload()
      await page.waitForURL((url) => url.href !== link)
      await vitest.runsFinished(2)

      // The first session's link again, in another tab: its session has a successor, which is open here.
      const old = await tab.newTab()
      await old.goto(link)
      const view = new SessionView(old)
      await view.expectExplanation('This session is open in another tab')
      await expect(new SessionView(page).heading).toHaveCount(0)
      expect(vitest.runsPerFile()).toEqual({ 'sum.test.ts': 2 })
    })
  })
}
