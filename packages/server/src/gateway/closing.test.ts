import { expect, test } from 'vitest'
import { stringify } from 'flatted'
import { TestServer } from '../testing/test-server.ts'

test('invariant 2: closing a session cuts its sockets and no others', async () => {
  await using server = await TestServer.start()
  const page = await server.attach()
  const tester = await server.tester(page)
  const other = await server.attach()
  const cut = Promise.all([page.peer.closed(), tester.closed()])
  page.session.close('closed')
  await cut
  expect(await other.peer.call('echo', 1)).toBe(1)
  expect(server.sockets).toBe(1)
})

test('invariant 2: calls to a page are rejected in the moment its session is closed', async () => {
  await using server = await TestServer.start()
  const { session, peer } = await server.attach()
  const call = server.rpc[0]?.call('never')
  session.close('crashed')
  await expect(call).rejects.toThrow('The connection is closed')
  await peer.closed()
})

test('invariant 2: closing is bounded when the peer does not answer the close frame', async () => {
  await using server = await TestServer.start()
  const { session, peer } = await server.attach()
  peer.ws.pause()
  session.close('frozen')
  await expect.poll(() => server.sockets).toBe(0)
  peer.ws.terminate()
})

test('invariant 3: a tester that goes takes neither its session nor its siblings with it', async () => {
  await using server = await TestServer.start()
  const page = await server.attach()
  const [first, second] = [await server.tester(page), await server.tester(page)]
  first.ws.close()
  await expect.poll(() => server.sockets).toBe(2)
  expect(await second.call('echo', 2)).toBe(2)
  expect(page.session.signal.aborted).toBe(false)
})

test('invariant 3: what ends a session is its own connection, never a late one', async () => {
  await using server = await TestServer.start()
  const { session, peer } = await server.attach()
  session.detach({}, 'disconnected')
  expect(session.signal.aborted).toBe(false)
  peer.ws.close()
  await expect.poll(() => session.signal.aborted).toBe(true)
  expect(server.registry.lookup(session.id)).toMatchObject({ gone: { cause: 'disconnected' } })
})

test('invariant 4: frames of a closed session reach no function', async () => {
  await using server = await TestServer.start()
  const page = await server.attach()
  const tester = await server.tester(page)
  await tester.call('note', 'before')
  page.session.close('closed')
  // The peer does not know yet: its socket is still open.
  expect(tester.ws.readyState).toBe(tester.ws.OPEN)
  for (let count = 0; count < 100; count++) tester.tell('note', 'late')
  await tester.closed()
  expect(server.heard).toEqual([['a.test.ts', 'before']])
})

test('invariant 4: frames that were already received when their session closed reach no function', async () => {
  const closeAt = Promise.withResolvers<void>()
  await using server = await TestServer.start({
    functions: {
      close: () => {
        for (const session of server.registry.list()) session.close('closed')
        closeAt.resolve()
      },
    },
  })
  const page = await server.attach()
  const tester = await server.tester(page)
  // One packet: all of it is in the server's hands before the first frame is read.
  const { _socket: socket } = tester.ws as unknown as {
    _socket: { cork: () => void; uncork: () => void }
  }
  socket.cork()
  tester.tell('close')
  tester.tell('note', 'late')
  socket.uncork()
  await closeAt.promise
  await tester.closed()
  expect(server.heard).toEqual([])
})

test('invariant 5: a call of a page to a function that hangs ends with the connection', async () => {
  await using server = await TestServer.start({
    functions: { hang: () => new Promise(() => undefined) },
  })
  const { session, peer } = await server.attach()
  const call = peer.call('hang')
  session.close('closed')
  await expect(call).rejects.toThrow('closed')
})

test('invariant 5: a browser that answers no ping is found and its session ended', async () => {
  await using server = await TestServer.start({
    sockets: { heartbeatInterval: 20, heartbeatTolerance: 2 },
  })
  const { session, peer } = await server.attach()
  peer.ws.pause()
  await expect.poll(() => session.signal.aborted).toBe(true)
  expect(server.registry.lookup(session.id)).toMatchObject({ gone: { cause: 'frozen' } })
  peer.ws.terminate()
})

test('a page that waits because of us is not taken for one that went silent', async () => {
  const held = Promise.withResolvers<void>()
  let ticks = 0
  await using server = await TestServer.start({
    sockets: { heartbeatInterval: 200, heartbeatTolerance: 3 },
    functions: { hold: () => held.promise },
  })
  const { session, peer } = await server.attach()
  peer.ws.on('ping', () => ticks++)
  const calls = Array.from({ length: 1000 }, () => peer.call('hold'))
  await expect.poll(() => ticks, { timeout: 10_000 }).toBeGreaterThan(5)
  expect(session.signal.aborted).toBe(false)
  held.resolve()
  await Promise.all(calls)
})

test('invariant 11: after many sessions nothing of them is left', async () => {
  await using server = await TestServer.start()
  for (let round = 0; round < 25; round++) {
    const page = await server.attach()
    const testers = await Promise.all([server.tester(page), server.tester(page)])
    const closed = testers.map((tester) => tester.closed())
    page.session.close('closed')
    await Promise.all(closed)
  }
  await expect.poll(() => server.sockets).toBe(0)
  expect(server.registry.size).toBe(0)
  expect(server.connections.every(({ signal }) => signal.aborted)).toBe(true)
})

test('invariant 11: the end of the gateway leaves no listener and no socket', async () => {
  const server = await TestServer.start()
  const { http } = server
  const { peer } = await server.attach()
  const closed = peer.closed()
  await server[Symbol.asyncDispose]()
  await closed
  expect(http.listenerCount('upgrade')).toBe(0)
})

test('invariant 8: who a page is comes from its socket, whatever it says', async () => {
  await using server = await TestServer.start()
  const page = await server.attach()
  const tester = await server.tester(page, 'mine.test.ts')
  tester.ws.send(
    stringify({
      t: 'q',
      m: 'note',
      a: ['hello'],
      i: '1',
      sessionId: 'another',
      iframeId: 'theirs.test.ts',
    }),
  )
  await tester.call('echo', 1)
  expect(server.heard).toEqual([['mine.test.ts', 'hello']])
})
