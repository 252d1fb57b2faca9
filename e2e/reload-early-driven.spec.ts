import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { Gates } from './support/gate.ts'
import { headedWindow, test } from './support/places.ts'
import { SessionView } from './support/session-view.ts'

// A driven browser needs nobody to press Rerun: what is reloaded before its run is through is replaced.

test('a headed window reloaded in the middle of a run makes room for one that goes on', async ({
  open,
}) => {
  using gates = new Gates()
  await using tab = await open(headedWindow, { fixture: 'fixtures/reload-gate', env: gates.env })
  const { vitest, page } = tab
  await vitest.until(() => gates.wasReached('slow'), 'the slow test')
  await reloadAndLose(page)
  const next = await tab.nextPage()
  await vitest.printed(
    /ended while running src\/slow\.test\.ts: the tab was reloaded\. Running the file again \(attempt 2\)\./,
  )
  gates.open('slow')
  await vitest.runsFinished(1)
  await expect(new SessionView(next).heading).toHaveCount(0)
  expect(vitest.runsPerFile()).toEqual({
    'src/early.test.ts': 1,
    'src/late.test.ts': 1,
    'src/slow.test.ts': 1,
  })
  expect(vitest.resultsOfLastRun()).toEqual({ passed: 4, failed: 0, skipped: 0 })
  expect(vitest.output.match(/\[livetab\] Session/g)).toHaveLength(1)
  expect(await tab.tabs()).toEqual([next])
})

test('a headed window reloaded while dependencies are optimised makes room for one that waits', async ({
  open,
}) => {
  using gates = new Gates()
  const cache = mkdtempSync(join(tmpdir(), 'livetab-cold-'))
  try {
    await using tab = await open(headedWindow, {
      fixture: 'fixtures/reload-cold',
      env: { ...gates.env, LIVETAB_COLD_CACHE: cache },
    })
    const { vitest, page, link } = tab
    await vitest.until(() => gates.wasReached('optimiser'), 'the optimiser')
    await expect.poll(async () => (await fetch(link)).status).toBe(409)
    await reloadAndLose(page)
    const next = await tab.nextPage()
    gates.open('optimiser')
    await vitest.runsFinished(1)
    await expect(new SessionView(next).heading).toHaveCount(0)
    expect(vitest.runsPerFile()).toEqual({ 'react.test.ts': 1 })
    expect(vitest.resultsOfLastRun()).toEqual({ passed: 1, failed: 0, skipped: 0 })
  } finally {
    rmSync(cache, { recursive: true, force: true })
  }
})

test('a headed window reloaded before its run started is opened again', async ({ open }) => {
  await using tab = await open(headedWindow, { fixture: 'fixtures/reload-preview', tty: true })
  const { vitest, page } = tab
  await vitest.runsFinished(1)
  // The next page has the session and does not get ready: the run cannot start in it.
  let mute = true
  await page.context().routeWebSocket(/__vitest_browser_api__/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      if (!mute || !String(message).includes('onOrchestratorReady')) server.send(message)
    })
  })
  await page.close()
  vitest.press('r')
  const early = await tab.nextPage()
  await expect.poll(async () => (await fetch(early.url())).status).toBe(409)
  mute = false
  await reloadAndLose(early)
  await vitest.printed(/did not open: the tab was reloaded\. Trying again \(2 of 2\)\./)
  await vitest.runsFinished(2)
  const [next, ...others] = await tab.tabs()
  expect(next).not.toBe(early)
  expect(others).toEqual([])
  expect(vitest.runsPerFile()).toEqual({
    'src/greeting.test.ts': 2,
    'src/layout.test.ts': 2,
    'src/storage.test.ts': 2,
  })
  expect(vitest.resultsOfLastRun()).toEqual({ passed: 4, failed: 0, skipped: 1 })
})

/** Vitest closes the page while it is being loaded again. */
async function reloadAndLose(page: Page): Promise<void> {
  await page.reload().catch(() => undefined)
  await expect.poll(() => page.isClosed()).toBe(true)
}
