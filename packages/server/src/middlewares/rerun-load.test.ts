import { Reservations, type Session } from '@livetab/sessions'
import { expect, test } from 'vitest'
import type { Answer } from '../testing/request.ts'
import { type AttachedPage, TestServer } from '../testing/test-server.ts'

function press(server: TestServer, { session, cookie }: AttachedPage): Promise<Answer> {
  return server.request('/__vitest_test__/rerun', {
    method: 'POST',
    body: new URLSearchParams({ sessionId: session.id }).toString(),
    headers: { cookie },
  })
}

/** A server whose sessions open when the test says so, one gate for each project. */
class Desk {
  readonly reservations = new Reservations<Session>()
  readonly adopted: boolean[] = []
  arrived = 0
  readonly #gates = new Map<string, PromiseWithResolvers<void>>()

  gate(key: string): PromiseWithResolvers<void> {
    const gate = this.#gates.get(key) ?? Promise.withResolvers<void>()
    this.#gates.set(key, gate)
    return gate
  }

  async take(server: TestServer, key: string, waitMs: number): Promise<string> {
    this.arrived++
    const open = async (): Promise<Session> => {
      await this.gate(key).promise
      return server.open(key)
    }
    const { value, adopted } = await this.reservations.reserve(key, open, waitMs)
    this.adopted.push(adopted)
    return value.id
  }
}

test('invariant 7: of a hundred reruns of one project one opens a session and 99 adopt it', async () => {
  const desk = new Desk()
  await using server = await TestServer.start({
    rerun: (gone) => desk.take(server, gone.key, 30_000),
  })
  const page = await server.attach(server.open('shop'))
  page.session.close('reloaded')
  const answers = Array.from({ length: 100 }, () => press(server, page))
  await expect.poll(() => desk.arrived, { timeout: 10_000 }).toBe(100)
  desk.gate('shop').resolve()
  const settled = await Promise.all(answers)

  expect(settled.filter(({ status }) => status === 303)).toHaveLength(100)
  expect(new Set(settled.map(({ headers }) => headers.location)).size).toBe(1)
  expect(desk.adopted.filter((adopted) => adopted)).toHaveLength(99)
  expect(server.registry.size).toBe(1)
  expect(desk.reservations.size).toBe(0)
})

test('invariant 7: twenty projects do not wait for each other', async () => {
  const desk = new Desk()
  await using server = await TestServer.start({
    rerun: (gone) => desk.take(server, gone.key, 30_000),
  })
  const keys = Array.from({ length: 20 }, (_, index) => `project ${index}`)
  const pages = await Promise.all(keys.map((key) => server.attach(server.open(key))))
  for (const { session } of pages) session.close('reloaded')

  const pending = new Set(keys)
  const answers = pages.map(async (page) => {
    const { status } = await press(server, page)
    pending.delete(page.session.key)
    return status
  })
  await expect.poll(() => desk.reservations.size, { timeout: 10_000 }).toBe(20)
  // The first that was asked for is the last to open, and keeps nobody.
  for (const key of keys.toReversed().slice(0, -1)) desk.gate(key).resolve()
  await Promise.all(answers.slice(1))
  expect([...pending]).toEqual(['project 0'])
  desk.gate('project 0').resolve()
  expect(await Promise.all(answers)).toEqual(keys.map(() => 303))
})

test('invariant 7: an open that is held up past the ceiling is a 429, and the next press may still succeed', async () => {
  const desk = new Desk()
  await using server = await TestServer.start({
    rerun: (gone) => desk.take(server, gone.key, 20),
  })
  const page = await server.attach(server.open('shop'))
  page.session.close('reloaded')
  const late = await Promise.all(Array.from({ length: 10 }, () => press(server, page)))
  expect(new Set(late.map(({ status }) => status))).toEqual(new Set([429]))
  expect(new Set(late.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['1']))
  expect(desk.reservations.size).toBe(1)

  desk.gate('shop').resolve()
  await expect.poll(() => server.registry.size).toBe(1)
  const [opened] = server.registry.list()
  const again = await press(server, page)
  expect(again.status).toBe(303)
  expect(opened?.key).toBe('shop')
})
