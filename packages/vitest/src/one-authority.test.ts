import { expect, test } from 'vitest'
import { recordsOf, stateOf } from './testing/records.ts'
import { passFile } from './testing/report-file.ts'
import { startRaw } from './testing/running-vitest.ts'

test('invariant 1: core, pool and sockets answer from the live session map', async () => {
  await using running = await startRaw({ run: passFile })
  await running.vitest.start()
  const session = running.session
  const { slot } = session.meta

  expect(recordsOf(running, session.id, slot.id)).toEqual({
    core: true,
    listed: true,
    closed: false,
    orchestrators: true,
    testers: 1,
    poolReady: true,
    live: true,
  })
})

test('invariant 1: all of them forget a session in the moment it closes', async () => {
  await using running = await startRaw({ run: passFile })
  await running.vitest.start()
  const session = running.session
  const { slot } = session.meta
  session.close('closed')

  expect(recordsOf(running, session.id, slot.id)).toEqual({
    core: false,
    listed: false,
    closed: true,
    orchestrators: false,
    testers: 0,
    poolReady: false,
    live: false,
  })
})

test('invariant 1: closing through core, the pool or a provider ends the one session there is', async () => {
  await using running = await startRaw({ run: passFile })
  const { vitest, project, core } = running
  const sessions = (
    vitest as unknown as { _browserSessions: Record<string, (...args: unknown[]) => unknown> }
  )._browserSessions
  const ways: ((sessionId: string, slotId: string) => unknown)[] = [
    (_, slotId) => sessions['close']?.(slotId),
    (_, slotId) => sessions['destroySession']?.(slotId),
    (sessionId) => sessions['close']?.(sessionId),
    (_, slotId) => (stateOf(project).orchestrators as Map<string, unknown>).delete(slotId),
    (_, slotId) => (stateOf(project).orchestrators.get(slotId) as { $close: () => void }).$close(),
    (sessionId) => {
      const session = sessions['getSession']?.(sessionId) as { fail: (error: Error) => void }
      session.fail(new Error('the page crashed'))
    },
  ]
  await vitest.start()
  for (const close of ways) {
    const session = running.session
    const { slot } = session.meta
    close(session.id, slot.id)
    expect(recordsOf(running, session.id, slot.id), close.toString()).toMatchObject({
      core: false,
      orchestrators: false,
      poolReady: false,
      live: false,
    })
    expect(session.signal.aborted).toBe(true)
    expect(core.registry.size).toBe(0)
    await vitest.rerunTestSpecifications(await vitest.globTestSpecifications())
  }
})

test('invariant 1: a page that ended while the tab was idle is not handed the next file', async () => {
  await using running = await startRaw({ run: passFile })
  const { vitest, browser } = running
  await vitest.start()
  const first = running.session
  browser.page.close()
  await browser.page.wire.closed
  await vitest.rerunTestSpecifications(await vitest.globTestSpecifications())

  expect(browser.pages).toHaveLength(2)
  expect(running.session.id).not.toBe(first.id)
  expect(vitest.state.getTestModules().map((module) => module.state())).toEqual(['passed'])
  expect(vitest.state.getUnhandledErrors()).toEqual([])
})
