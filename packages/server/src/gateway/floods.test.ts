import { expect, test } from 'vitest'
import { refusal } from '../testing/peer.ts'
import { TestServer } from '../testing/test-server.ts'

test('invariant 9: past the limit of sockets the next one is refused with 503', async () => {
  await using server = await TestServer.start({ sockets: { maxConnections: 3 } })
  const page = await server.attach()
  const testers = [await server.tester(page), await server.tester(page)]
  const query = { type: 'tester', sessionId: page.session.id, rpcId: await server.frame(page) }
  expect(await refusal(server.connect(query))).toBe(503)
  testers[0]?.ws.close()
  await expect.poll(() => server.sockets).toBe(2)
  // It was turned away before its id was looked at, so the id is still good.
  await server.connect(query)
})

test('invariant 9: pages that nobody connects from are forgotten, oldest first', async () => {
  await using server = await TestServer.start()
  const page = await server.attach()
  const first = await server.frame(page)
  let last = first
  for (let count = 0; count < 1024; count++) last = await server.frame(page)
  const connect = (rpcId: string) =>
    refusal(server.connect({ type: 'tester', sessionId: page.session.id, rpcId }))
  expect(await connect(first)).toBe(403)
  expect(await connect(last)).toBe(101)
})

test('invariant 9: a page that sends too much waits, and loses nothing', async () => {
  await using server = await TestServer.start({ sockets: { maxMessagesPerSecond: 100 } })
  const page = await server.attach()
  const tester = await server.tester(page)
  const started = performance.now()
  for (let count = 0; count < 250; count++) tester.tell('note', count)
  await tester.call('echo', 'last')
  // Two seconds' worth came before the last one, and the first of them began with the first message.
  expect(performance.now() - started).toBeGreaterThan(1000)
  expect(server.heard.map((entry) => (entry as unknown[])[1])).toEqual(
    Array.from({ length: 250 }, (_, index) => index),
  )
})

test('invariant 9: a page with too many calls under way is not read until one ends', async () => {
  const held = Promise.withResolvers<void>()
  let running = 0
  let most = 0
  await using server = await TestServer.start({
    functions: {
      hold: async () => {
        most = Math.max(most, ++running)
        await held.promise
        running--
      },
    },
  })
  const { peer } = await server.attach()
  const padding = 'x'.repeat(10_000)
  const calls = Array.from({ length: 3000 }, () => peer.call('hold', padding))
  await expect.poll(() => running, { timeout: 20_000 }).toBeGreaterThanOrEqual(1000)
  expect(most).toBe(1000)
  held.resolve()
  await Promise.all(calls)
  expect(running).toBe(0)
})

test('a chatty page does not starve the others', async () => {
  await using server = await TestServer.start({ sockets: { maxMessagesPerSecond: 1_000_000 } })
  const page = await server.attach()
  const chatty = await server.tester(page, 'chatty')
  const quiet = await server.tester(page, 'quiet')
  const total = 20_000
  for (let count = 0; count < total; count++) chatty.tell('note', count)
  for (let count = 0; count < 50; count++) await quiet.call('echo', count)
  const heard = server.heard.length
  expect(heard, 'all 50 calls were answered before the flood was through').toBeLessThan(total)
  await chatty.call('echo', 'last')
  expect(server.heard).toHaveLength(total)
})
