import { once } from 'node:events'
import { stringify } from 'flatted'
import { expect, test } from 'vitest'
import { type AttachedPage, TestServer } from '../testing/test-server.ts'

const mark = '\u0001'

/** Speaks to the gateway as an orchestrator does for its testers. */
function say(page: AttachedPage, kind: 'o' | 'd' | 'c', id: string, data = ''): void {
  page.peer.ws.send(`${mark}${kind}${id}${mark}${data}`)
}

function note(value: unknown): string {
  return stringify({ t: 'q', m: 'note', a: [value] })
}

/** The orchestrator's own calls are answered in order with what came before them. */
async function settle(page: AttachedPage): Promise<void> {
  await page.peer.call('echo', 0)
}

/** Frames to testers are no messages of the orchestrator's; the peer must not read them as such. */
function ignoreFrames(page: AttachedPage): string[] {
  const frames: string[] = []
  const [read] = page.peer.ws.listeners('message') as ((data: Buffer) => void)[]
  page.peer.ws.removeAllListeners('message')
  page.peer.ws.on('message', (data: Buffer) => {
    const text = data.toString()
    if (text.startsWith(mark)) frames.push(text)
    else read?.(data)
  })
  return frames
}

test('a tester speaks through its orchestrator, as itself', async () => {
  await using server = await TestServer.start()
  const page = await server.attach()
  const id = await server.frame(page, 'cart.test.ts')
  say(page, 'o', id)
  say(page, 'd', id, note('hello'))
  await settle(page)
  expect(server.heard).toEqual([['cart.test.ts', 'hello']])
  expect(server.sockets).toBe(1)
})

test('invariant 6: a tester id connects once, whichever way', async () => {
  await using server = await TestServer.start()
  const page = await server.attach()
  const frames = ignoreFrames(page)
  const id = await server.frame(page)
  say(page, 'o', id)
  await settle(page)
  await expect(
    server.connect({ type: 'tester', sessionId: page.session.id, rpcId: id }),
  ).rejects.toThrow('403')
  say(page, 'c', id)
  say(page, 'o', id)
  say(page, 'd', id, note('again'))
  await settle(page)
  expect(server.heard).toEqual([])
  expect(frames).toEqual([`${mark}c${id}${mark}`])
})

test('invariant 8: an id of another session, or of none, is refused and disturbs nobody', async () => {
  await using server = await TestServer.start()
  const [page, other] = [await server.attach(), await server.attach()]
  ignoreFrames(page)
  const foreign = await server.frame(other)
  for (const id of [foreign, 'made-up', '']) {
    say(page, 'o', id)
    say(page, 'd', id, note('foreign'))
  }
  page.peer.ws.send(`${mark}no end`)
  await settle(page)
  expect(server.heard).toEqual([])
  say(other, 'o', foreign)
  say(other, 'd', foreign, note('own'))
  await settle(other)
  expect(server.heard).toEqual([['a.test.ts', 'own']])
})

test('invariant 4: what a closed tester still says reaches nobody', async () => {
  await using server = await TestServer.start()
  const page = await server.attach()
  ignoreFrames(page)
  const id = await server.frame(page)
  say(page, 'o', id)
  await settle(page)
  server.connections.at(-1)?.close('its file is through')
  say(page, 'd', id, note('late'))
  await settle(page)
  expect(server.heard).toEqual([])
})

test('invariant 2: calls to its testers are rejected when the orchestrator goes', async () => {
  await using server = await TestServer.start()
  const page = await server.attach()
  ignoreFrames(page)
  const id = await server.frame(page)
  say(page, 'o', id)
  await settle(page)
  const call = server.rpc.at(-1)?.call('never')
  const closed = once(page.peer.ws, 'close')
  page.peer.ws.close()
  await expect(call).rejects.toThrow('The connection is closed')
  await closed
  await expect.poll(() => page.session.signal.aborted).toBe(true)
})

test('invariant 9: a tester with too many calls under way waits, and its siblings do not', async () => {
  const held = Promise.withResolvers<void>()
  let running = 0
  await using server = await TestServer.start({
    sockets: { maxMessagesPerSecond: 1_000_000 },
    functions: {
      hold: async () => {
        running++
        await held.promise
        running--
      },
    },
  })
  const page = await server.attach()
  ignoreFrames(page)
  const [busy, other] = [await server.frame(page, 'busy'), await server.frame(page, 'other')]
  say(page, 'o', busy)
  say(page, 'o', other)
  for (let count = 0; count < 3000; count++)
    say(page, 'd', busy, stringify({ t: 'q', m: 'hold', a: [] }))
  say(page, 'd', other, note('not held up'))
  await settle(page)
  expect(running).toBe(1000)
  expect(server.heard).toEqual([['other', 'not held up']])
  held.resolve()
  say(page, 'd', busy, note('last'))
  await expect.poll(() => server.heard.length).toBe(2)
  expect(running).toBe(0)
})

test('invariant 9: a tester that sends more than can be kept for it is closed, and nobody else', async () => {
  await using server = await TestServer.start({
    sockets: { maxMessagesPerSecond: 1_000_000 },
    functions: { hold: () => new Promise(() => undefined) },
  })
  const page = await server.attach()
  const frames = ignoreFrames(page)
  const id = await server.frame(page)
  say(page, 'o', id)
  for (let count = 0; count < 12_000; count++)
    say(page, 'd', id, stringify({ t: 'q', m: 'hold', a: [] }))
  await settle(page)
  expect(frames).toContain(`${mark}c${id}${mark}`)
  expect(page.session.signal.aborted).toBe(false)
})
