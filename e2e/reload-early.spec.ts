import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { RawPage } from '../packages/vitest/src/testing/raw-page.ts'
import { Gates } from './support/gate.ts'
import { SessionView } from './support/session-view.ts'
import { startVitest } from './support/vitest-process.ts'

const eachOnce = { 'src/early.test.ts': 1, 'src/late.test.ts': 1, 'src/slow.test.ts': 1 }

for (const args of [['--watch'], ['--run'], ['--watch', '--browser.ui=true']]) {
  test(`a tab reloaded in the middle of a run goes on with the interrupted file (${args.join(' ')})`, async ({
    page,
  }) => {
    using gates = new Gates()
    await using vitest = startVitest({
      fixture: 'fixtures/reload-gate',
      args,
      env: gates.env,
    })
    await page.goto(await vitest.link())
    await vitest.until(() => gates.wasReached('slow'), 'the slow test')
    await page.reload()
    const view = new SessionView(page)
    const left = 3 - Object.keys(vitest.runsPerFile()).length
    await view.expectExpired(
      'You reloaded the tab.',
      `Rerun opens a new session in this tab and continues with src/slow.test.ts${
        ['.', ' and 1 more file.', ' and 2 more files.'][left]
      }`,
    )
    await vitest.printed(
      /ended while running src\/slow\.test\.ts: the tab was reloaded\. Press Rerun in the tab to go on with this file\./,
    )
    gates.open('slow')
    await view.rerun.click()
    await vitest.runsFinished(1)
    expect(vitest.runsPerFile()).toEqual(eachOnce)
    expect(vitest.resultsOfLastRun()).toEqual({ passed: 4, failed: 0, skipped: 0 })
    if (args.includes('--run')) expect(await vitest.exited).toBe(0)
  })
}

test('a tab reloaded while dependencies are optimised starts once they are there', async ({
  page,
}) => {
  using gates = new Gates()
  const cache = mkdtempSync(join(tmpdir(), 'livetab-cold-'))
  try {
    await using vitest = startVitest({
      fixture: 'fixtures/reload-cold',
      args: ['--watch'],
      env: { ...gates.env, LIVETAB_COLD_CACHE: cache },
    })
    const link = await vitest.link()
    await page.goto(link)
    await vitest.until(() => gates.wasReached('optimiser'), 'the optimiser')
    // The tab has the session, and its test cannot have its dependency yet.
    await expectAttached(link)
    await page.reload()
    const view = new SessionView(page)
    await view.expectExpired('You reloaded the tab.')
    gates.open('optimiser')
    await view.rerun.click()
    await vitest.runsFinished(1)
    expect(vitest.resultsOfLastRun()).toEqual({ passed: 1, failed: 0, skipped: 0 })
    expect(vitest.finishedRuns()).toBe(1)
  } finally {
    rmSync(cache, { recursive: true, force: true })
  }
})

test('a tab reloaded before its first run started can still start it', async ({ page }) => {
  await using vitest = startVitest({
    fixture: 'fixtures/reload-preview',
    args: ['--watch', '--browser.ui=false'],
  })
  const link = await vitest.link()
  // A page that has the session and does not get ready: the first run cannot start in it.
  let mute = true
  await page.routeWebSocket(/__vitest_browser_api__/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      if (!mute || !String(message).includes('onOrchestratorReady')) server.send(message)
    })
  })
  await page.goto(link)
  await expectAttached(link)
  expect(vitest.runsPerFile()).toEqual({})
  await page.reload()
  const view = new SessionView(page)
  await view.expectExpired('You reloaded the tab.', 'runs 3 test files.')
  await vitest.printed(/the tab was reloaded\. Press Rerun in the tab to go on\./)
  mute = false
  await view.rerun.click()
  await vitest.runsFinished(1)
  expect(vitest.runsPerFile()).toEqual({
    'src/greeting.test.ts': 1,
    'src/layout.test.ts': 1,
    'src/storage.test.ts': 1,
  })
})

test.describe('without a browser in between', () => {
  const never = (): Promise<never> => new Promise(() => undefined)

  test('the request first, the socket after: the answer waits and says "reloaded"', async () => {
    await using vitest = startVitest({ fixture: 'fixtures/reload-auto', args: ['--watch'] })
    const link = await vitest.link()
    const tab = await RawPage.open(link, never)
    const headers = { cookie: tab.cookie }
    expect((await fetch(link, { headers })).status).toBe(409)
    const waiting = fetch(`${stateOf(link)}&wait=10000`, { headers })
    tab.close()
    expect(await (await waiting).json()).toMatchObject({
      state: 'expired',
      facts: { cause: 'reloaded' },
    })
  })

  test('a reload so early that the page it leaves still takes the session says the same', async () => {
    await using vitest = startVitest({ fixture: 'fixtures/reload-auto', args: ['--watch'] })
    const link = await vitest.link()
    const tab = { 'sec-fetch-dest': 'document' }
    const left = await fetch(link, { headers: tab })
    const cookie = left.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect((await fetch(link, { headers: { ...tab, cookie } })).status).toBe(200)
    const old = new RawPage(new URL(link), await left.text(), cookie, never)
    await old.wire.open()
    old.close()
    const state = await fetch(`${stateOf(link)}&wait=10000`, { headers: { cookie } })
    expect(await state.json()).toMatchObject({ state: 'expired', facts: { cause: 'reloaded' } })
  })

  test('the socket first, the request after: it says the same', async () => {
    await using vitest = startVitest({ fixture: 'fixtures/reload-auto', args: ['--watch'] })
    const link = await vitest.link()
    const tab = await RawPage.open(link, never)
    tab.close()
    await expect.poll(async () => (await fetch(stateOf(link))).json()).toEqual({ state: 'expired' })
    const headers = { cookie: tab.cookie }
    expect((await fetch(link, { headers })).status).toBe(410)
    const state: unknown = await (await fetch(stateOf(link), { headers })).json()
    expect(state).toMatchObject({ state: 'expired', facts: { cause: 'reloaded' } })
  })
})

/** A session whose page has connected is given to nobody else. */
async function expectAttached(link: string): Promise<void> {
  await expect.poll(async () => (await fetch(link)).status).toBe(409)
}

function stateOf(link: string): string {
  const url = new URL(link)
  url.pathname += 'state'
  return url.href
}
