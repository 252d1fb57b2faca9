import { expect, test } from '@playwright/test'
import { Firefox, hasFirefox } from './support/firefox.ts'
import { Gates } from './support/gate.ts'
import { startVitest } from './support/vitest-process.ts'

const enter = '\uE007'
const times = (count: number): Record<string, number> => ({
  'src/greeting.test.ts': count,
  'src/layout.test.ts': count,
  'src/storage.test.ts': count,
})

test.describe('Firefox, opened by Vitest', () => {
  test.skip(!hasFirefox(), 'firefox-esr is not installed.')
  test.setTimeout(120_000)

  for (const ui of [true, false]) {
    test(`a reloaded tab says so and runs again${ui ? ', with the UI' : ''}`, async () => {
      await using firefox = await Firefox.prepare()
      await using vitest = startVitest({
        fixture: 'fixtures/reload-preview',
        args: ['--watch', `--browser.ui=${ui}`],
        env: firefox.env,
      })
      await firefox.connect()
      await vitest.runsFinished(1)
      for (const run of [2, 3]) {
        const left = await firefox.url()
        await firefox.reload()
        await firefox.expectText('Session expired')
        await firefox.expectText('You reloaded the tab.')
        await firefox.expectText('Last run: 4 passed, 1 skipped.')
        await expect.poll(() => firefox.isRerunFocused()).toBe(true)
        await firefox.press(enter)
        await vitest.runsFinished(run)
        expect(vitest.runsPerFile()).toEqual(times(run))
        expect(vitest.resultsOfLastRun()).toEqual({ passed: 4, failed: 0, skipped: 1 })
        expect(await firefox.url()).not.toBe(left)
      }
      await vitest.printed(
        /\[livetab\] Project "chromium": the tab was reloaded\. Press Rerun in the tab/,
      )
    })
  }

  test('a tab reloaded in the middle of a run goes on with the interrupted file', async () => {
    using gates = new Gates()
    await using firefox = await Firefox.prepare()
    await using vitest = startVitest({
      fixture: 'fixtures/reload-gate',
      args: ['--watch'],
      env: { ...gates.env, ...firefox.env },
    })
    await firefox.connect()
    await vitest.until(() => gates.wasReached('slow'), 'the slow test')
    await firefox.reload()
    await firefox.expectText('continues with src/slow.test.ts')
    gates.open('slow')
    await firefox.press(enter)
    await vitest.runsFinished(1)
    expect(vitest.runsPerFile()).toEqual({
      'src/early.test.ts': 1,
      'src/late.test.ts': 1,
      'src/slow.test.ts': 1,
    })
    expect(vitest.resultsOfLastRun()).toEqual({ passed: 4, failed: 0, skipped: 0 })
  })

  test('the tab is covered when Vitest stops', async () => {
    await using firefox = await Firefox.prepare()
    {
      await using vitest = startVitest({
        fixture: 'fixtures/reload-preview',
        args: ['--watch', '--browser.ui=false'],
        env: firefox.env,
      })
      await firefox.connect()
      await vitest.runsFinished(1)
    }
    await firefox.expectText('Vitest is not running')
  })
})
