import { expect, type Page } from '@playwright/test'
import { expectNoPageError } from './support/browser.ts'
import { places, test } from './support/places.ts'
import { recordHeadings, SessionView } from './support/session-view.ts'
import { startVitest } from './support/vitest-process.ts'

const once = { 'src/greeting.test.ts': 1, 'src/layout.test.ts': 1, 'src/storage.test.ts': 1 }
const twice = { 'src/greeting.test.ts': 2, 'src/layout.test.ts': 2, 'src/storage.test.ts': 2 }

for (const place of places) {
  const fixture = { fixture: 'fixtures/reload-preview' }

  test.describe(place.name, () => {
    test('says why it expired, what the result was and what Rerun does; Enter is enough', async ({
      open,
    }) => {
      let headings = (): readonly string[] => []
      await using tab = await open(place, fixture, async (it) => {
        headings = await recordHeadings(it)
      })
      const { vitest, page } = tab
      using _ = expectNoPageError(page)
      const view = new SessionView(page)
      await vitest.runsFinished(1)

      const response = await page.reload()
      expect(response?.headers()['cache-control']).toBe('no-store')
      expect(response?.headers()['content-security-policy']).toContain("default-src 'none'")
      await view.expectExpired(
        'chromium',
        'You reloaded the tab.',
        'Last run: 4 passed, 1 skipped.',
        'Rerun opens a new session in this tab and runs 3 test files.',
      )
      await expect(view.status).toContainText('Session expired')
      await expect(page).toHaveTitle('Session expired · Vitest')
      expect(vitest.runsPerFile()).toEqual(once)

      await page.keyboard.press('Enter')
      await vitest.runsFinished(2)
      await expect(view.heading).toHaveCount(0)
      expect(vitest.runsPerFile()).toEqual(twice)
      expect(vitest.resultsOfLastRun()).toEqual({ passed: 4, failed: 0, skipped: 1 })
      // Nothing else was ever on screen, not for a frame.
      expect(headings()).toEqual(['Session expired'])
      const lines = vitest.output.match(/\[livetab\].*/g)
      expect(lines).toEqual([
        '[livetab] Project "chromium": the tab was reloaded. Press Rerun in the tab, or r here, to run its tests again.',
      ])
    })

    test('shows the same when the socket closed before the request', async ({ open }) => {
      await using tab = await open(place, fixture)
      const { vitest, page, link } = tab
      const view = new SessionView(page)
      await vitest.runsFinished(1)
      // The page that takes the tab away from the session is another site's.
      await page.goto('about:blank')
      await expect
        .poll(async () => (await fetch(stateOf(link))).json())
        .toEqual({ state: 'expired' })
      const response = await page.goto(link)
      expect(response?.status()).toBe(410)
      await view.expectExpired('Last run: 4 passed, 1 skipped.')
      await view.rerun.click()
      await vitest.runsFinished(2)
      expect(vitest.runsPerFile()).toEqual(twice)
    })

    test('shows the same when the request was answered before the socket closed', async ({
      open,
    }) => {
      await using tab = await open(place, fixture)
      const { vitest, page, link } = tab
      const view = new SessionView(page)
      await vitest.runsFinished(1)
      // The old page stays until its successor is given to the browser.
      await page.route(link, async (route) => {
        const response = await route.fetch()
        expect(response.status()).toBe(409)
        expect(await (await fetch(stateOf(link))).json()).toEqual({ state: 'in-use' })
        await route.fulfill({ response })
      })
      await page.reload()
      await page.unroute(link)
      await view.expectExpired('You reloaded the tab.')
      await view.rerun.click()
      await vitest.runsFinished(2)
      expect(vitest.runsPerFile()).toEqual(twice)
    })
  })
}

test('the page fits narrow and wide windows, light and dark, without a jump or a policy broken', async ({
  page,
}) => {
  await using vitest = startVitest({
    fixture: 'fixtures/reload-preview',
    args: ['--watch', '--browser.ui=false'],
  })
  const view = new SessionView(page)
  const problems: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) problems.push(message.text())
  })
  const requests: string[] = []
  await page.goto(await vitest.link())
  await vitest.runsFinished(1)
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [320, 1280]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 640 })
      await page.reload()
      await view.expectExpired()
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect(overflow).toBe(false)
      expect(await layoutShift(page)).toBe(0)
    }
  }
  expect(problems).toEqual([])
  expect([...new Set(requests)].toSorted()).toEqual(['/__vitest_test__/', '/__vitest_test__/state'])
})

/** How much of the page has moved since it was loaded. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          resolve(
            list
              .getEntries()
              .reduce((sum, entry) => sum + (Reflect.get(entry, 'value') as number), 0),
          )
        }).observe({ type: 'layout-shift', buffered: true })
        // Without a shift there is no entry: two frames later it would have been there.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
      }),
  )
}

function stateOf(link: string): string {
  const url = new URL(link)
  url.pathname += 'state'
  return url.href
}
