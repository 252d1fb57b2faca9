import { expect, type Page, test } from '@playwright/test'
import { RawPage } from '../packages/vitest/src/testing/raw-page.ts'
import { Gates } from './support/gate.ts'
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

for (const ui of [true, false]) {
  const fixture = { fixture: 'fixtures/reload-preview', args: ['--watch', `--browser.ui=${ui}`] }

  test.describe(ui ? 'the tab with the UI' : 'the plain tab', () => {
    for (const [name, press] of Object.entries(presses)) {
      test(`${name} is one rerun`, async ({ page }) => {
        await using vitest = startVitest(fixture)
        await page.goto(await vitest.link())
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
      page,
      context,
    }) => {
      await using vitest = startVitest({ ...fixture, tty: true })
      const link = await vitest.link()
      await page.goto(link)
      await vitest.runsFinished(1)
      await page.reload()
      const other = await context.newPage()
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

      await winner.close()
      await new SessionView(loser).expectExpired('Last run: 4 passed, 1 skipped.')
    })

    test('Rerun in the tab and r in the terminal at the same moment are one run in one session', async ({
      page,
    }) => {
      await using vitest = startVitest({ ...fixture, tty: true })
      await page.goto(await vitest.link())
      await vitest.runsFinished(1)
      const view = new SessionView(page)
      for (const [round, first] of ['terminal', 'tab', 'tab', 'terminal'].entries()) {
        await page.reload()
        await view.expectExpired()
        if (first === 'terminal') {
          vitest.press('r')
          await view.rerun.click()
        } else {
          const asked = page.waitForRequest((request) => request.method() === 'POST')
          await Promise.all([asked.then(() => vitest.press('r')), view.rerun.click()])
        }
        await vitest.runsFinished(round + 2)
        await expect(view.heading).toHaveCount(0)
        expect(vitest.runsPerFile()).toEqual(times(round + 2))
      }
      await expectIdle(vitest)
      expect(vitest.runsPerFile()).toEqual(times(5))
    })

    test('a Rerun whose tab never comes does not keep r from opening one', async ({
      page,
      context,
    }) => {
      await using vitest = startVitest({ ...fixture, tty: true })
      const link = await vitest.link()
      await page.goto(link)
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
  })
}

test('two projects in two tabs expire and rerun by themselves', async ({ page, context }) => {
  using gates = new Gates()
  gates.open('second')
  await using vitest = startVitest({
    fixture: 'fixtures/reload-two-projects',
    args: ['--watch'],
    env: gates.env,
  })
  const other = await openBoth(vitest, page, await context.newPage())
  await vitest.runsFinished(1)
  await page.reload()
  await other.reload()
  await new SessionView(page).expectExpired('first')
  await new SessionView(other).expectExpired('second')
  await vitest.printed(/Project "first": the tab was reloaded/)
  await vitest.printed(/Project "second": the tab was reloaded/)

  await new SessionView(page).rerun.click()
  await vitest.runsFinished(2)
  expect(vitest.runsPerFile()).toEqual({ 'first/quick.test.ts': 2, 'second/gated.test.ts': 1 })
  await new SessionView(other).expectExpired('second')
  await new SessionView(other).rerun.click()
  await vitest.runsFinished(3)
  expect(vitest.runsPerFile()).toEqual({ 'first/quick.test.ts': 2, 'second/gated.test.ts': 2 })
})

test('Rerun while another project is running queues behind it', async ({ page, context }) => {
  using gates = new Gates()
  gates.open('second')
  await using vitest = startVitest({
    fixture: 'fixtures/reload-two-projects',
    args: ['--watch'],
    env: gates.env,
    tty: true,
  })
  await openBoth(vitest, page, await context.newPage())
  await vitest.runsFinished(1)

  gates.close('second')
  vitest.press('r')
  const starts = (): number => vitest.runsPerFile()['second/gated.test.ts'] ?? 0
  await vitest.until(() => starts() === 2, 'the second project')
  await page.reload()
  const view = new SessionView(page)
  await view.expectExpired('first')
  await view.rerun.click()
  await expect(page.locator('#vitest-tester')).toBeAttached()
  expect(vitest.finishedRuns()).toBe(1)
  expect(vitest.runsPerFile()['first/quick.test.ts']).toBe(2)
  gates.open('second')
  await vitest.runsFinished(3)
  expect(vitest.runsPerFile()).toEqual({ 'first/quick.test.ts': 3, 'second/gated.test.ts': 2 })
})

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

const elsewhere = 'This session is open in another tab'

/** The tab whose page is the orchestrator. */
async function winnerOf(pages: Page[]): Promise<Page> {
  let winner: Page | undefined
  await expect
    .poll(async () => {
      for (const page of pages) {
        if (
          (await new SessionView(page).heading.count()) === 0 &&
          (await page.locator('#vitest-tester, #tester-ui').count()) === 1
        ) {
          winner = page
        }
      }
      return winner !== undefined
    })
    .toBe(true)
  return winner as Page
}

/** Opens the projects' tabs as Vitest asks for them, one after the other. */
async function openBoth(vitest: VitestProcess, first: Page, second: Page): Promise<Page> {
  const link = await vitest.link()
  await first.goto(link)
  await second.goto(await vitest.link(link))
  return second
}

/** Vitest says that it waits, so nothing is about to run. */
async function expectIdle(vitest: VitestProcess): Promise<void> {
  const runs = vitest.finishedRuns()
  const told = (): number => vitest.output.match(/Waiting for file changes/g)?.length ?? 0
  await vitest.until(() => told() >= runs, 'Vitest to wait for changes')
  expect(vitest.history().at(-1)?.event).toBe('run-end')
}
