import { once } from 'node:events'
import { expect, test } from 'vitest'
import { heapAfterCollection, holdingsOf } from './testing/leaks.ts'
import { passFile } from './testing/report-file.ts'
import { startRaw } from './testing/running-vitest.ts'

test('invariant 11: 1,000 sessions opened, run and closed leave nothing behind and the heap as it was', async () => {
  await using running = await startRaw({
    config: { reporters: [{}] },
    run: async (page, options) => {
      const tester = await passFile(page, options)
      await tester.wire.call('trackCdpEvent', page.sessionId, 'on', 'Page.loadEventFired', '1')
    },
  })
  const { vitest, browser } = running
  const specifications = await vitest.globTestSpecifications()
  const live = async (count: number): Promise<void> => {
    for (let session = 0; session < count; session++) {
      await vitest.runTestSpecifications(specifications)
      const { signal } = running.session
      const ended = once(signal, 'abort')
      browser.page.close()
      await Promise.all([ended, browser.page.wire.closed])
      browser.forget()
    }
  }

  const nothing = {
    sessions: 0,
    reservations: 0,
    slots: 0,
    poolReady: 0,
    testers: 0,
    sockets: 0,
    // Vitest and Vite have a few of their own.
    timers: expect.toSatisfy((timers: number) => timers < 10),
  }

  // The first ones fill the history of ended sessions and let the engine warm up.
  await live(300)
  await expect.poll(() => holdingsOf(running), { timeout: 10_000 }).toMatchObject(nothing)
  const before = await holdingsOf(running)
  const heap = await heapAfterCollection()
  await live(1000)
  const growth = (await heapAfterCollection()) - heap

  expect(vitest.state.getCountOfFailedTests()).toBe(0)
  expect(vitest.state.getUnhandledErrors()).toEqual([])
  await expect
    .poll(() => holdingsOf(running), { timeout: 10_000 })
    .toEqual({ ...before, ...nothing })
  expect(growth, 'heap growth in bytes').toBeLessThan(5 * 1024 * 1024)
}, 240_000)
