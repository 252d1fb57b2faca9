import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { chromium, expect } from '@playwright/test'
import { places, previewTabs, test } from './support/places.ts'
import { SessionView } from './support/session-view.ts'
import { startVitest } from './support/vitest-process.ts'

const times = (count: number): Record<string, number> => ({
  'src/greeting.test.ts': count,
  'src/layout.test.ts': count,
  'src/storage.test.ts': count,
})

const elsewhere = 'This session is open in another tab'

const fixture = { fixture: 'fixtures/reload-preview' }

for (const place of places) {
  test.describe(place.name, () => {
    test('a copied link leaves the first tab alone and takes over when that tab closes', async ({
      open,
    }) => {
      await using tab = await open(place, { ...fixture, tty: true })
      const { vitest, page, link } = tab
      await vitest.runsFinished(1)

      const copy = await tab.newTab()
      const view = new SessionView(copy)
      await copy.goto(link)
      await view.expectExplanation(elsewhere)
      vitest.press('r')
      await vitest.runsFinished(2)
      await expect(new SessionView(page).heading).toHaveCount(0)
      await view.expectExplanation(elsewhere)

      await page.close()
      if (place.driven) {
        // Playwright's window goes with its page, and the terminal has the way to the next.
        await expect.poll(() => copy.isClosed()).toBe(true)
        vitest.press('r')
      } else {
        await view.expectExpired('Last run: 4 passed, 1 skipped.')
        await view.rerun.click()
      }
      await vitest.runsFinished(3)
      expect(vitest.runsPerFile()).toEqual(times(3))
    })

    test('a duplicated tab says that the session is open in another tab', async ({ open }) => {
      await using tab = await open(place, fixture)
      const { vitest, page } = tab
      await vitest.runsFinished(1)
      const [duplicate] = await Promise.all([
        page.context().waitForEvent('page'),
        page.evaluate(() => {
          window.open(location.href)
        }),
      ])
      await new SessionView(duplicate).expectExplanation(elsewhere)
      await duplicate.close()
      await expect(new SessionView(page).heading).toHaveCount(0)
      expect(vitest.runsPerFile()).toEqual(times(1))
    })

    test('another browser gets an explanation, no button and no rerun', async ({
      open,
      browser,
    }) => {
      await using tab = await open(place, fixture)
      const { vitest, page, link } = tab
      await vitest.runsFinished(1)
      await page.reload()
      await new SessionView(page).expectExpired()

      const stranger = await browser.newContext()
      const visit = await stranger.newPage()
      const view = new SessionView(visit)
      await visit.goto(link)
      await view.expectExplanation(
        'Session expired',
        'another browser',
        'Press r there to open a new tab',
      )
      await expect(view.card).not.toContainText('chromium')
      await expect(view.card).not.toContainText('passed')
      const status = await visit.evaluate(
        async (sessionId) => {
          const body = new URLSearchParams({ sessionId })
          return (await fetch('/__vitest_test__/rerun', { method: 'POST', body })).status
        },
        new URL(link).searchParams.get('sessionId') ?? '',
      )
      expect(status).toBe(403)
      await stranger.close()

      expect(vitest.finishedRuns()).toBe(1)
      await new SessionView(page).rerun.click()
      await vitest.runsFinished(2)
      expect(vitest.runsPerFile()).toEqual(times(2))
    })

    test('Back to an expired page offers Rerun again', async ({ open }) => {
      await using tab = await open(place, fixture)
      const { vitest, page } = tab
      await vitest.runsFinished(1)
      await page.reload()
      const view = new SessionView(page)
      await view.expectExpired()
      await page.goto('about:blank')
      await page.goBack()
      await view.expectExpired()
      await view.rerun.click()
      await vitest.runsFinished(2)
      expect(vitest.runsPerFile()).toEqual(times(2))

      // Rerun replaced the expired page, so there is no way back to it.
      await page.goBack()
      expect(page.url()).toBe('about:blank')
    })

    test('a tab that is reloaded ten times quickly ends in one expired page and one run', async ({
      open,
    }) => {
      await using tab = await open(place, fixture)
      const { vitest, page } = tab
      await vitest.runsFinished(1)
      for (let reload = 0; reload < 10; reload++) {
        // The next one comes before the last has settled; the browser takes none while it swaps pages.
        await expect(async () => {
          await page.reload({ waitUntil: 'commit' })
        }).toPass()
      }
      const view = new SessionView(page)
      await view.expectExpired('You reloaded the tab.')
      await view.rerun.click()
      await vitest.runsFinished(2)
      expect(vitest.runsPerFile()).toEqual(times(2))
      expect(vitest.output.match(/\[livetab\]/g)).toHaveLength(1)
    })

    test('after the tab was closed, r in the terminal opens a new one', async ({ open }) => {
      await using tab = await open(place, { ...fixture, tty: true })
      const { vitest, page } = tab
      await vitest.runsFinished(1)
      await page.close()
      await vitest.printed(
        /the page was closed\. Press r to open a new tab and run its tests again\./,
      )
      vitest.press('r')
      const next = await tab.nextPage()
      await vitest.runsFinished(2)
      await expect(new SessionView(next).heading).toHaveCount(0)
      expect(vitest.runsPerFile()).toEqual(times(2))
    })
  })
}

for (const place of previewTabs) {
  test(`${place.name}, restored by a restarted browser, gets an explanation`, async () => {
    await using vitest = startVitest({ ...fixture, args: ['--watch', ...place.args], tty: true })
    const link = await vitest.link()
    const profile = mkdtempSync(join(tmpdir(), 'livetab-profile-'))
    const executablePath = process.env['LIVETAB_CHROMIUM']
    const launch = (): ReturnType<typeof chromium.launchPersistentContext> =>
      chromium.launchPersistentContext(profile, {
        ...(executablePath ? { executablePath } : {}),
        args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
      })
    try {
      const before = await launch()
      const tab = await before.newPage()
      await tab.goto(link)
      await vitest.runsFinished(1)
      await before.close()
      await vitest.printed(
        /\[livetab\] Project "chromium": the page was closed\. Press r to open a new tab/,
      )

      const after = await launch()
      const restored = await after.newPage()
      await restored.goto(link)
      await new SessionView(restored).expectExplanation(
        'Session expired',
        'Press r there to open a new tab',
      )
      vitest.press('r')
      await restored.goto(await vitest.link(link))
      await vitest.runsFinished(2)
      expect(vitest.runsPerFile()).toEqual(times(2))
      await after.close()
    } finally {
      rmSync(profile, { recursive: true, force: true })
    }
  })
}
