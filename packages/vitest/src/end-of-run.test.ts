import { once } from 'node:events'
import { expect, test } from 'vitest'
import { holdingsOf } from './testing/leaks.ts'
import { cancelListeners, recordsOf } from './testing/records.ts'
import { passFile } from './testing/report-file.ts'
import { startRaw } from './testing/running-vitest.ts'

test('invariant 11: when Vitest closes, no session, slot, socket or listener is left', async () => {
  await using running = await startRaw({
    files: ['a.test.ts', 'b.test.ts', 'c.test.ts'],
    config: { maxWorkers: 2 },
    run: passFile,
  })
  const { vitest, core, project, browser } = running
  await vitest.start()
  const sessions = core.registry.list().map((session) => ({ session, slot: session.meta.slot }))
  expect(sessions).not.toEqual([])
  const server = project.vite.httpServer
  if (!server) throw new Error('the server does not listen')
  const closed = once(server, 'close')
  await vitest.close()
  await closed

  expect(core.registry.size).toBe(0)
  expect(core.slotsOf(project)).toEqual([])
  expect(core.reservations.size).toBe(0)
  for (const { session, slot } of sessions) {
    expect(session.signal.aborted).toBe(true)
    expect(recordsOf(running, session.id, slot.id)).toMatchObject({
      core: false,
      listed: false,
      poolReady: false,
    })
  }
  await Promise.all(browser.pages.map((page) => page.wire.closed))
  expect(server.listenerCount('upgrade')).toBe(0)
})

test('invariant 11: a run that ends leaves its pages and nothing of its files', async () => {
  await using running = await startRaw({
    files: ['a.test.ts', 'b.test.ts', 'c.test.ts'],
    config: { fileParallelism: false, reporters: [{}] },
    run: passFile,
  })
  const { vitest } = running
  const specifications = await vitest.globTestSpecifications()
  await vitest.runTestSpecifications(specifications.slice(0, 1))
  const afterOneFile = cancelListeners(vitest)
  await vitest.runTestSpecifications(specifications)

  expect(cancelListeners(vitest)).toBe(afterOneFile)
  // The last file's tester stays connected until the next file comes.
  await expect
    .poll(() => holdingsOf(running))
    .toMatchObject({ sessions: 1, slots: 1, testers: 1, sockets: 2 })
  expect(running.session.meta.slot.attempt).toBeUndefined()
})
