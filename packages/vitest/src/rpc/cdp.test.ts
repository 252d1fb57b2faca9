import { expect, test } from 'vitest'
import type { RawTester } from '../testing/raw-page.ts'
import { passFile } from '../testing/report-file.ts'
import { type RunningVitest, startRaw } from '../testing/running-vitest.ts'

async function twoTesters(
  use: (
    running: RunningVitest,
    sessionId: string,
    testers: RawTester[],
    events: string[][],
  ) => Promise<void>,
): Promise<void> {
  await using running = await startRaw({
    run: async (page, options) => {
      const events: string[][] = [[], []]
      const testers = await Promise.all(
        events.map((heard, index) =>
          page.openTester(`frame ${index}`, {
            cdpEvent: (event: string) => heard.push(event),
          }),
        ),
      )
      await use(running, page.sessionId, testers, events)
      await passFile(page, options)
    },
  })
  await running.vitest.start()
  const { errors } = running.vitest.state
    .getTestModules()
    .reduce((all, module) => ({ errors: [...all.errors, ...module.errors()] }), {
      errors: [] as unknown[],
    })
  expect(errors).toEqual([])
  expect(running.vitest.state.getTestModules()).toHaveLength(1)
}

test('invariant 6: each tester has a CDP session of its own, and events go to who asked', async () => {
  let compared = false
  await twoTesters(async ({ browser }, sessionId, [first, second], [firstHeard, secondHeard]) => {
    await first?.wire.call('trackCdpEvent', sessionId, 'on', 'Page.loadEventFired', '1')
    await second?.wire.call('sendCdpEvent', sessionId, 'Page.enable')
    expect(browser.cdp).toHaveLength(2)
    expect(browser.cdp.map((cdp) => cdp.sent)).toEqual([[], ['Page.enable']])
    for (const cdp of browser.cdp) cdp.emit('Page.loadEventFired', {})
    // An answer on the same socket comes after the event that was sent before it.
    await first?.wire.call('getCountOfFailedTests')
    await second?.wire.call('getCountOfFailedTests')
    expect([firstHeard, secondHeard]).toEqual([['Page.loadEventFired'], []])
    compared = true
  })
  expect(compared).toBe(true)
})

test('invariants 2 and 6: a tester that goes takes its CDP session with it and no other', async () => {
  let compared = false
  await twoTesters(async ({ browser }, sessionId, testers) => {
    for (const { wire } of testers) {
      await wire.call('trackCdpEvent', sessionId, 'on', 'Page.loadEventFired', '1')
    }
    const [gone, kept] = browser.cdp
    const detached = gone?.waitForDetach()
    testers[0]?.wire.close()
    await detached
    expect(gone?.listenerCount('Page.loadEventFired')).toBe(0)
    expect(kept?.detached).toBe(false)
    expect(kept?.listenerCount('Page.loadEventFired')).toBe(1)
    compared = true
  })
  expect(compared).toBe(true)
})

test('invariant 1: a CDP session that arrives after its tester went is let go at once', async () => {
  let compared = false
  await twoTesters(async ({ browser, session }, sessionId, testers) => {
    const held = Promise.withResolvers<void>()
    browser.beforeCdp = () => held.promise
    testers[0]?.wire.tell('sendCdpEvent', sessionId, 'Page.enable')
    await browser.cdpAsked()
    testers[0]?.wire.close()
    await testers[0]?.wire.closed
    // The server heard of it, too: its own list is shorter.
    await expect.poll(() => session.meta.testers.size).toBe(1)
    held.resolve()
    await expect.poll(() => browser.cdp[0]?.detached).toBe(true)
    expect(browser.cdp[0]?.sent).toEqual([])
    compared = true
  })
  expect(compared).toBe(true)
})
