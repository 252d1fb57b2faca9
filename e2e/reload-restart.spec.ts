import { expect, type Page, type WebSocketRoute } from '@playwright/test'
import { freePort } from './support/free-port.ts'
import { Gates } from './support/gate.ts'
import { headedWindow, places, previewTabs, test } from './support/places.ts'
import { recordHeadings, SessionView } from './support/session-view.ts'
import { touch } from './support/touch.ts'
import { startVitest } from './support/vitest-process.ts'

const times = (count: number): Record<string, number> => ({
  'src/greeting.test.ts': count,
  'src/layout.test.ts': count,
  'src/storage.test.ts': count,
})

for (const { name, args: tabArgs } of previewTabs) {
  test(`${name} is covered when Vitest stops, and leaves the next Vitest on its port alone`, async ({
    page,
    context,
  }) => {
    const args = ['--watch', ...tabArgs, `--api.port=${await freePort()}`]
    const view = new SessionView(page)
    {
      await using vitest = startVitest({ fixture: 'fixtures/reload-preview', args })
      await page.goto(await vitest.link())
      await vitest.runsFinished(1)
      await expect(view.heading).toHaveCount(0)
    }
    await view.expectExplanation(
      'Vitest is not running',
      new URL(page.url()).host,
      'npx vitest --browser',
    )
    await expectCovered(page)

    await using next = startVitest({ fixture: 'fixtures/reload-preview', args })
    const link = await next.link()
    expect(new URL(link).host).toBe(new URL(page.url()).host)
    await view.expectExplanation(
      'This tab belongs to an earlier run',
      'Press r there to open a new tab',
    )
    const fresh = await context.newPage()
    await fresh.goto(link)
    await next.runsFinished(1)
    expect(next.runsPerFile()).toEqual(times(1))
    expect(next.resultsOfLastRun()).toEqual({ passed: 4, failed: 0, skipped: 1 })
    await expect(new SessionView(fresh).heading).toHaveCount(0)

    // Reloaded, it is one that this Vitest has never heard of.
    await page.reload()
    await view.expectExplanation('Session expired', 'an earlier run of Vitest')
  })

  test(`${name} survives a change of the configuration`, async ({ page }) => {
    await using vitest = startVitest({
      fixture: 'fixtures/reload-preview',
      args: ['--watch', ...tabArgs, `--api.port=${await freePort()}`],
    })
    const view = new SessionView(page)
    const headings = await recordHeadings(page)
    await page.goto(await vitest.link())
    await vitest.runsFinished(1)
    const { host } = new URL(page.url())
    for (const run of [2, 3]) {
      touch('fixtures/reload-preview/vitest.config.ts')
      await view.expectExpired('Vitest restarted.')
      await view.rerun.click()
      await vitest.runsFinished(run)
      await expect(view.heading).toHaveCount(0)
      expect(new URL(page.url()).host).toBe(host)
      expect(vitest.runsPerFile()).toEqual(times(run))
    }
    const wrong = headings().filter(
      (text) => text !== 'Session expired' && text !== 'Vitest is restarting',
    )
    expect(wrong).toEqual([])
  })
}

for (const place of places) {
  test(`${place.name} that lost its connection is covered, and expires when Vitest notices`, async ({
    open,
  }) => {
    await using tab = await open(place, { fixture: 'fixtures/reload-preview' })
    const { vitest, page } = tab
    const view = new SessionView(page)
    await vitest.runsFinished(1)
    let ends: { page: WebSocketRoute; server: WebSocketRoute } | undefined
    await page.routeWebSocket(/type=orchestrator/, (socket) => {
      ends = { page: socket, server: socket.connectToServer() }
      // What one side does is not handed on to the other: a cable in between was cut.
      ends.server.onClose(() => undefined)
      socket.onClose(() => undefined)
    })
    await page.reload()
    await view.expectExpired()
    await view.rerun.click()
    await vitest.runsFinished(2)

    await ends?.page.close()
    await view.expectExplanation('Connection lost')
    await expectCovered(page)
    await ends?.server.close()
    await view.expectExpired('The connection to Vitest was closed.')
    await view.rerun.click()
    await vitest.runsFinished(3)
    expect(vitest.runsPerFile()).toEqual(times(3))
  })
}

test('a headed window goes with its Vitest, and its link in another browser says so', async ({
  open,
  page,
}) => {
  const args = ['--watch', `--api.port=${await freePort()}`]
  const view = new SessionView(page)
  let left: Page
  {
    await using tab = await open(headedWindow, { fixture: 'fixtures/reload-preview', args })
    await tab.vitest.runsFinished(1)
    left = tab.page
    await page.goto(tab.link)
    await view.expectExplanation('This session is open in another tab')
    tab.vitest.kill('SIGTERM')
    await expect.poll(() => left.isClosed()).toBe(true)
    await tab.vitest.exited
  }
  await view.expectExplanation('Vitest is not running', new URL(page.url()).host)

  await using next = await open(headedWindow, { fixture: 'fixtures/reload-preview', args })
  await view.expectExplanation('This tab belongs to an earlier run')
  expect(new URL(next.link).host).toBe(new URL(page.url()).host)
  await next.vitest.runsFinished(1)
  expect(next.vitest.runsPerFile()).toEqual(times(1))
  expect(next.vitest.resultsOfLastRun()).toEqual({ passed: 4, failed: 0, skipped: 1 })
  await expect(new SessionView(next.page).heading).toHaveCount(0)
})

test('a change of the configuration gives a headed window a successor, which runs again', async ({
  open,
}) => {
  await using tab = await open(headedWindow, { fixture: 'fixtures/reload-preview' })
  const { vitest, page } = tab
  await vitest.runsFinished(1)
  touch('fixtures/reload-preview/vitest.config.ts')
  const next = await tab.nextPage()
  expect(page.isClosed()).toBe(true)
  await vitest.runsFinished(2)
  await expect(new SessionView(next).heading).toHaveCount(0)
  expect(vitest.runsPerFile()).toEqual(times(2))

  await next.reload()
  await new SessionView(next).expectExpired('You reloaded the tab.', 'runs 3 test files.')
  await new SessionView(next).rerun.click()
  await vitest.runsFinished(3)
  expect(vitest.runsPerFile()).toEqual(times(3))
})

test('a change of the configuration is not held up by a run that waits for its tab', async ({
  page,
}) => {
  using gates = new Gates()
  const args = ['--watch', `--api.port=${await freePort()}`]
  await using vitest = startVitest({ fixture: 'fixtures/reload-gate', args, env: gates.env })
  const view = new SessionView(page)
  const link = await vitest.link()
  await page.goto(link)
  await vitest.until(() => gates.wasReached('slow'), 'the slow test')
  await page.reload()
  await view.expectExpired('continues with src/slow.test.ts')
  touch('fixtures/reload-gate/vitest.config.ts')
  // The cancelled run is over, and the next one waits for a tab.
  await vitest.link(link)
  expect(vitest.finishedRuns()).toBe(1)
  gates.open('slow')
  await view.rerun.click()
  await vitest.runsFinished(2)
  expect(vitest.resultsOfLastRun()).toEqual({ passed: 4, failed: 0, skipped: 0 })
  expect(
    vitest.history().filter(({ event, errors }) => event === 'run-end' && errors?.length),
  ).toEqual([])
})

test('Rerun waits for a provider that takes its time, says so, and then starts', async ({
  page,
}) => {
  test.setTimeout(90_000)
  using gates = new Gates()
  gates.open('provider')
  const args = ['--watch', `--api.port=${await freePort()}`]
  await using vitest = startVitest({ fixture: 'fixtures/reload-held', args, env: gates.env })
  const view = new SessionView(page)
  await page.goto(await vitest.link())
  await vitest.runsFinished(1)

  gates.close('provider')
  touch('fixtures/reload-held/vitest.config.ts')
  await view.expectExpired('Vitest restarted.')
  const held = page.waitForResponse((response) => response.status() === 429)
  await view.rerun.click()
  const { 'retry-after': retryAfter } = (await held).headers()
  expect(Number(retryAfter)).toBeGreaterThan(0)
  await expect(view.card).toContainText(
    'The new session is still opening. This page tries again by itself.',
  )
  gates.open('provider')
  await vitest.runsFinished(2)
  await expect(view.heading).toHaveCount(0)
  expect(vitest.runsPerFile()).toEqual({ 'sum.test.ts': 2 })
})

/** What is below the view cannot be used: not by mouse, not by keyboard. */
async function expectCovered(page: Page): Promise<void> {
  const reached = await page.evaluate(() => {
    const host = document.documentElement.lastElementChild
    const corners = [1, innerWidth - 2].flatMap((x) =>
      [1, innerHeight - 2].map((y) => [x, y] as const),
    )
    return corners.map(([x, y]) => document.elementFromPoint(x, y) === host)
  })
  expect(reached).toEqual([true, true, true, true])
  await page.keyboard.press('Tab')
  const focused = await page.evaluate(() => {
    const host = document.documentElement.lastElementChild
    return document.activeElement === host || document.activeElement === document.body
  })
  expect(focused).toBe(true)
  await expect(page.locator('iframe[data-vitest]')).toHaveCount(0)
}
