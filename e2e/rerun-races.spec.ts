import { expect, type Page } from '@playwright/test'
import { RawPage } from '../packages/vitest/src/testing/raw-page.ts'
import { Gates } from './support/gate.ts'
import { type OpenPlace, places, previewTabs, test } from './support/places.ts'
import { SessionView } from './support/session-view.ts'
import { startVitest, type VitestProcess } from './support/vitest-process.ts'

const times = (count: number): Record<string, number> => ({
  'src/greeting.test.ts': count,
  'src/layout.test.ts': count,
  'src/storage.test.ts': count,
})

const presses: Record<string, (view: SessionView) => Promise<void>> = {
  'a double click': (view) => view.rerun.dblclick(),
  'Enter twice': async ({ page }) => {
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
  },
}

const fixture = { fixture: 'fixtures/reload-preview' }

for (const place of places) {
  test.describe(place.name, () => {
    for (const [name, press] of Object.entries(presses)) {
      test(`${name} is one rerun`, async ({ open }) => {
        await using tab = await open(place, fixture)
        const { vitest, page } = tab
        await vitest.runsFinished(1)
        const posts: string[] = []
        page.on('request', (request) => {
          if (request.method() === 'POST') posts.push(request.url())
        })
        await page.reload()
        const view = new SessionView(page)
        await view.expectExpired()
        await press(view)
        await vitest.runsFinished(2)
        expect(posts).toHaveLength(1)
        expect(vitest.runsPerFile()).toEqual(times(2))
        await expectIdle(vitest)
      })
    }

    test('two expired tabs share one new session, and the slower one says where it is', async ({
      open,
    }) => {
      await using tab = await open(place, fixture)
      const { vitest, page, link } = tab
      await vitest.runsFinished(1)
      await page.reload()
      const other = await tab.newTab()
      await other.goto(link)
      const views = [new SessionView(page), new SessionView(other)]
      for (const view of views) await expect(view.rerun).toBeVisible()

      await Promise.all(views.map((view) => view.rerun.click()))
      await vitest.runsFinished(2)
      const winner = await winnerOf([page, other])
      const loser = winner === page ? other : page
      await new SessionView(loser).expectExplanation(elsewhere)
      expect(new URL(loser.url()).search).toBe(new URL(winner.url()).search)
      expect(vitest.runsPerFile()).toEqual(times(2))

      expect(vitest.resultsOfLastRun()).toEqual({ passed: 4, failed: 0, skipped: 1 })

      await winner.close()
      // Playwright's window goes with its page.
      if (place.driven) await expect.poll(() => loser.isClosed()).toBe(true)
      else await new SessionView(loser).expectExpired('Last run: 4 passed, 1 skipped.')
    })

    test('Rerun pressed in a copy of the tab runs the tests in the copy', async ({ open }) => {
      await using tab = await open(place, fixture)
      const { vitest, page, link } = tab
      await vitest.runsFinished(1)
      const copy = await tab.newTab()
      await copy.goto(link)
      await page.reload()
      const view = new SessionView(copy)
      await view.expectExpired('You reloaded the tab.')
      for (const run of [2, 3]) {
        await view.rerun.click()
        await vitest.runsFinished(run)
        await expect(view.heading).toHaveCount(0)
        expect(vitest.resultsOfLastRun()).toEqual({ passed: 4, failed: 0, skipped: 1 })
        if (run === 3) break
        // The first tab is of no more use, and nobody misses it.
        await page.close()
        await copy.reload()
        await view.expectExpired('You reloaded the tab.')
      }
      expect(vitest.runsPerFile()).toEqual(times(3))
      expect(await tab.tabs()).toEqual([copy])
    })

    test('Rerun in the tab and r in the terminal at the same moment are one run in one session', async ({
      open,
    }) => {
      await using tab = await open(place, { ...fixture, tty: true })
      const { vitest } = tab
      let { page } = tab
      await vitest.runsFinished(1)
      for (const [round, first] of ['terminal', 'tab', 'tab', 'terminal'].entries()) {
        const view = new SessionView(page)
        await page.reload()
        await view.expectExpired()
        if (first === 'terminal') {
          vitest.press('r')
          await view.rerun.click().catch((error: unknown) => {
            // Playwright's window may have made room for the next one by then.
            if (!place.driven) throw error
          })
        } else {
          const asked = page.waitForRequest((request) => request.method() === 'POST')
          await Promise.all([asked.then(() => vitest.press('r')), view.rerun.click()])
        }
        await vitest.runsFinished(round + 2)
        await expect.poll(async () => (await tab.tabs()).length).toBe(1)
        page = (await tab.tabs())[0] ?? page
        await expect(new SessionView(page).heading).toHaveCount(0)
        expect(vitest.runsPerFile()).toEqual(times(round + 2))
      }
      await expectIdle(vitest)
      expect(vitest.runsPerFile()).toEqual(times(5))
    })
  })
}

for (const place of previewTabs) {
  test(`${place.name}: a Rerun that never comes does not keep r from opening one`, async ({
    open,
    context,
  }) => {
    await using opened = await open(place, { ...fixture, tty: true })
    const { vitest, page, link } = opened
    await vitest.runsFinished(1)
    await page.reload()
    await new SessionView(page).expectExpired()
    // The request goes out, and the tab is closed before it gets anywhere.
    const answer = await context.request.post(new URL('/__vitest_test__/rerun', link).href, {
      form: { sessionId: new URL(link).searchParams.get('sessionId') ?? '' },
      maxRedirects: 0,
    })
    expect(answer.status()).toBe(303)
    await page.close()
    vitest.press('r')
    const next = await vitest.link(link)
    expect(next).toContain(answer.headers()['location'])
    const tab = await context.newPage()
    await tab.goto(next)
    await vitest.runsFinished(2)
    expect(vitest.runsPerFile()).toEqual(times(2))
  })
}

for (const place of places) {
  const projects = { fixture: 'fixtures/reload-two-projects' }

  test(`${place.name}: two projects expire and rerun by themselves`, async ({ open }) => {
    using gates = new Gates()
    gates.open('second')
    await using tab = await open(place, { ...projects, env: gates.env })
    const { vitest } = tab
    const { first, second } = await bothOf(tab)
    await vitest.runsFinished(1)
    await first.reload()
    await second.reload()
    await new SessionView(first).expectExpired('first')
    await new SessionView(second).expectExpired('second')
    await vitest.printed(/Project "first": the tab was reloaded/)
    await vitest.printed(/Project "second": the tab was reloaded/)

    await new SessionView(first).rerun.click()
    await vitest.runsFinished(2)
    expect(vitest.runsPerFile()).toEqual({ 'first/quick.test.ts': 2, 'second/gated.test.ts': 1 })
    await new SessionView(second).expectExpired('second')
    await new SessionView(second).rerun.click()
    await vitest.runsFinished(3)
    expect(vitest.runsPerFile()).toEqual({ 'first/quick.test.ts': 2, 'second/gated.test.ts': 2 })
  })

  test(`${place.name}: Rerun while another project is running queues behind it`, async ({
    open,
  }) => {
    using gates = new Gates()
    gates.open('second')
    await using tab = await open(place, { ...projects, env: gates.env, tty: true })
    const { vitest } = tab
    const { first } = await bothOf(tab)
    await vitest.runsFinished(1)

    gates.close('second')
    vitest.press('r')
    const starts = (): number => vitest.runsPerFile()['second/gated.test.ts'] ?? 0
    await vitest.until(() => starts() === 2, 'the second project')
    await first.reload()
    const view = new SessionView(first)
    await view.expectExpired('first')
    await view.rerun.click()
    await expect(first.locator(testers)).toBeAttached()
    expect(vitest.finishedRuns()).toBe(1)
    expect(vitest.runsPerFile()['first/quick.test.ts']).toBe(2)
    gates.open('second')
    await vitest.runsFinished(3)
    expect(vitest.runsPerFile()).toEqual({ 'first/quick.test.ts': 3, 'second/gated.test.ts': 2 })
  })
}

test('a hundred reruns at once are one new session, and none hangs', async () => {
  await using vitest = startVitest({ fixture: 'fixtures/reload-auto', args: ['--watch'] })
  const link = await vitest.link()
  const tab = await RawPage.open(link, () => new Promise(() => undefined))
  tab.close()
  const rerun = new URL('/__vitest_test__/rerun', link)
  const body = new URLSearchParams({ sessionId: tab.sessionId })
  const headers = { cookie: tab.cookie }
  const state = `${link.replace('/?', '/state?')}&wait=10000`
  await (await fetch(state)).json()

  const answers = await Promise.all(
    Array.from({ length: 100 }, () =>
      fetch(rerun, { method: 'POST', body, headers, redirect: 'manual' }),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]))
  const places = new Set(answers.map((answer) => answer.headers.get('location')))
  expect(places.size).toBe(1)
  const [place] = places
  expect(place).not.toContain(tab.sessionId)
  expect((await fetch(new URL(place ?? '', link), { headers })).status).toBe(200)
})

/** Where the orchestrator's page has its test frames, without the UI and with it. */
const testers = '#vitest-tester, #tester-ui'
const elsewhere = 'This session is open in another tab'

/** The tab whose page is the orchestrator. */
async function winnerOf(pages: Page[]): Promise<Page> {
  let winner: Page | undefined
  await expect
    .poll(async () => {
      for (const page of pages) {
        if (
          (await new SessionView(page).heading.count()) === 0 &&
          (await page.locator(testers).count()) === 1
        ) {
          winner = page
        }
      }
      return winner !== undefined
    })
    .toBe(true)
  return winner as Page
}

/** The tabs of both projects, whichever came first. */
async function bothOf(tab: OpenPlace): Promise<Record<'first' | 'second', Page>> {
  const pages = [tab.page, await tab.nextPage()]
  const named = pages.map(async (page) => [await projectOf(page), page] as const)
  return Object.fromEntries(await Promise.all(named)) as Record<'first' | 'second', Page>
}

async function projectOf(page: Page): Promise<string> {
  const runner = '__vitest_browser_runner__'
  const found = await page.waitForFunction((name) => Reflect.get(window, name) as unknown, runner)
  const { config } = (await found.jsonValue()) as { config: { name: string } }
  return config.name
}

/** Vitest says that it waits, so nothing is about to run. */
async function expectIdle(vitest: VitestProcess): Promise<void> {
  const runs = vitest.finishedRuns()
  const told = (): number => vitest.output.match(/Waiting for file changes/g)?.length ?? 0
  await vitest.until(() => told() >= runs, 'Vitest to wait for changes')
  expect(vitest.history().at(-1)?.event).toBe('run-end')
}
