import { Reservations, type Session } from '@livetab/sessions'
import { expect, test } from 'vitest'
import { type AttachedPage, TestServer } from '../testing/test-server.ts'

const rerun = (server: TestServer, { session, cookie }: AttachedPage) =>
  server.request('/__vitest_test__/rerun', {
    method: 'POST',
    body: `sessionId=${session.id}`,
    headers: { cookie },
  })

test('invariant 7: a hundred reruns at once end in one new session for each project', async () => {
  const reservations = new Reservations<Session>()
  const opening = Promise.withResolvers<void>()
  let arrived = 0
  await using server = await TestServer.start({
    rerun: async (gone) => {
      arrived++
      const open = async (): Promise<Session> => {
        await opening.promise
        return server.open(gone.key)
      }
      return (await reservations.reserve(gone.key, open, 10_000)).value.id
    },
  })
  const keys = ['one', 'two', 'three', 'four']
  const pages = await Promise.all(keys.map((key) => server.attach(server.open(key))))
  for (const { session } of pages) session.close('reloaded')
  const answers = pages.flatMap((page) => Array.from({ length: 25 }, () => rerun(server, page)))
  await expect.poll(() => arrived, { timeout: 10_000 }).toBe(100)
  expect(reservations.size).toBe(4)
  opening.resolve()
  const settled = await Promise.all(answers)
  expect(settled.every(({ status }) => status === 303)).toBe(true)
  expect(new Set(settled.map(({ headers }) => headers.location)).size).toBe(4)
  expect(
    server.registry
      .list()
      .map(({ key }) => key)
      .toSorted(),
  ).toEqual(keys.toSorted())
})

test('invariant 7: who waited too long is told when to come back, and a failed open frees the key', async () => {
  const reservations = new Reservations<Session>()
  const opening = Promise.withResolvers<Session>()
  await using server = await TestServer.start({
    rerun: async (gone) =>
      (await reservations.reserve(gone.key, () => opening.promise, 10)).value.id,
  })
  const page = await server.attach()
  page.session.close('reloaded')
  const late = await rerun(server, page)
  expect(late.status).toBe(429)
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)
  expect(reservations.size).toBe(1)
  opening.reject(new Error('no browser'))
  await expect.poll(() => reservations.size).toBe(0)
})
