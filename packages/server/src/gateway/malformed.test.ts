import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import { describe, expect, test } from 'vitest'
import { request, sendRaw } from '../testing/request.ts'
import { TestServer } from '../testing/test-server.ts'

const handshake = (target: string, ...headers: string[]): string =>
  [
    `GET ${target} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
    '',
    '',
  ].join('\r\n')

const status = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)

describe('a frame that is no call', () => {
  const frames: Record<string, string | Buffer> = {
    nothing: '',
    null: 'null',
    'an empty object': '{}',
    'an empty list': '[]',
    'a list of lists': '[[[[]]]]',
    'a number': '1',
    'half a list': '["',
    'a call without a name': '[{"t":"1","a":"2"},"q",[]]',
    'a call with no list of arguments': '[{"t":"1","m":"2","a":"3"},"q","note","x"]',
    'an answer to nobody': '[{"t":"1","i":"2"},"s","unknown"]',
    'a type that is none': '[{"t":"1"},"z"]',
    'a list that leads to itself': '[["0"]]',
    'an index that leads nowhere': '[{"t":"99","m":"98","a":"97"}]',
    'bytes that are no text': Buffer.from([0xff, 0xfe, 0x00]),
    'a deep list': '['.repeat(100_000),
  }
  for (const [name, frame] of Object.entries(frames)) {
    test(`invariant 9: ${name} is dropped, and the next call is answered`, async () => {
      await using server = await TestServer.start()
      const { peer, session } = await server.attach()
      peer.ws.send(frame)
      expect(await peer.call('echo', 'still here')).toBe('still here')
      expect(server.heard).toEqual([])
      expect(session.signal.aborted).toBe(false)
    })
  }
})

test('invariant 9: only functions that were handed in can be called', async () => {
  await using server = await TestServer.start()
  const { peer } = await server.attach()
  for (const name of [
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'then',
    '$close',
    'missing',
    '',
  ]) {
    await expect(peer.call(name)).rejects.toThrow('not found')
  }
})

test('invariant 9: no payload changes the prototype of anything', async () => {
  await using server = await TestServer.start({
    functions: { merge: (value: object) => Object.keys(Object.assign({}, value)) },
  })
  const { peer } = await server.attach()
  const payloads = [
    '[{"t":"1","m":"2","a":"3","i":"4"},"q","merge",["5"],"x1",{"__proto__":"6"},{"polluted":"7"},"yes"]',
    '[{"t":"1","m":"2","a":"3","i":"4"},"q","merge",["5"],"x2",{"constructor":"6"},{"prototype":"7"},{"polluted":"8"},"yes"]',
    '[{"t":"1","m":"2","a":"3","i":"4","__proto__":"5"},"q","echo",[],"x3",{"polluted":"6"},"yes"]',
  ]
  for (const payload of payloads) peer.ws.send(payload)
  await peer.call('echo', 1)
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
  expect(Reflect.get([], 'polluted')).toBeUndefined()
})

test('invariant 9: a message that is too large ends its connection and no other', async () => {
  await using server = await TestServer.start({ sockets: { maxPayload: 1000 } })
  const page = await server.attach()
  const tester = await server.tester(page)
  const closed = tester.closed()
  tester.ws.send('x'.repeat(1001))
  expect(await closed).toBe(1009)
  expect(await page.peer.call('echo', 1)).toBe(1)
})

test('invariant 9: frames that break the protocol end their connection and no other', async () => {
  await using server = await TestServer.start()
  const page = await server.attach()
  const tester = await server.tester(page)
  const { _socket: socket } = tester.ws as unknown as {
    _socket: { write: (bytes: Buffer) => void }
  }
  const closed = tester.closed()
  socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff]))
  await closed
  expect(await page.peer.call('echo', 1)).toBe(1)
})

test('a function that fails answers with its error', async () => {
  await using server = await TestServer.start()
  const { peer } = await server.attach()
  await expect(peer.call('fail')).rejects.toThrow('it failed')
})

describe('a handshake', () => {
  test.each([
    ['a URL that is none', '//', 400],
    ['a host instead of a path', '//[', 400],
    ['a URL that only Vite cannot read', '@:x', 400],
    ['the socket without a token', '/__vitest_browser_api__', 401],
    ['an encoded path', '/%5F_vitest_browser_api__', 404],
    ['the path in capitals', '/__VITEST_BROWSER_API__', 404],
    ['a path that nobody takes', '/nobody', 404],
    ['the path of another server', 'http://127.0.0.1:1/__vitest_browser_api__', 400],
  ])('invariant 9: %s is answered and its socket closed', async (_name, target, expected) => {
    await using server = await TestServer.start({ sockets: { handshakeTimeout: 20 } })
    const answer = await sendRaw(server.port, handshake(target))
    expect(status(answer)).toBe(expected)
    expect(answer).toContain('Connection: close')
  })

  test('invariant 9: what is no web socket is refused, also with the token', async () => {
    await using server = await TestServer.start()
    const target = `/__vitest_browser_api__?token=${server.token}&type=orchestrator&sessionId=${server.open().id}`
    const get = handshake(target)
    expect(status(await sendRaw(server.port, get.replace('GET', 'POST')))).toBe(405)
    expect(
      status(await sendRaw(server.port, get.replace('Upgrade: websocket', 'Upgrade: h2c'))),
    ).toBe(400)
    expect(status(await sendRaw(server.port, handshake(target, 'Content-Length: 3')))).toBe(413)
    expect(
      status(await sendRaw(server.port, get.replace('dGhlIHNhbXBsZSBub25jZQ==', 'short'))),
    ).toBe(400)
    expect(server.registry.list().every(({ state }) => state === 'opening')).toBe(true)
  })

  test('somebody else who takes a handshake keeps it', async () => {
    await using server = await TestServer.start({ sockets: { handshakeTimeout: 20 } })
    const taken = Promise.withResolvers<Duplex>()
    server.http.on('upgrade', (req, socket: Duplex) => {
      if (req.url !== '/theirs') return
      socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')
      taken.resolve(socket)
    })
    const answer = sendRaw(server.port, handshake('/theirs'))
    const socket = await taken.promise
    // One that came later is refused: the time of the first is over.
    expect(status(await sendRaw(server.port, handshake('/nobody')))).toBe(404)
    socket.end('still theirs')
    expect(await answer).toContain('still theirs')
  })

  test('invariant 9: a stranger who leaves in the middle of a handshake disturbs nobody', async () => {
    await using server = await TestServer.start()
    const { peer } = await server.attach()
    for (let count = 0; count < 20; count++) {
      const ws = new WebSocket(`ws://127.0.0.1:${server.port}/nobody`)
      ws.on('error', () => undefined)
      ws.terminate()
    }
    expect(await peer.call('echo', 1)).toBe(1)
  })
})

describe('a request', () => {
  test.each(['//', '//[', 'http://[', '/\\'])('invariant 9: for %s is answered', async (target) => {
    await using server = await TestServer.start()
    const answer = await sendRaw(
      server.port,
      `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`,
    )
    expect(status(answer)).toBeGreaterThanOrEqual(400)
  })

  test('invariant 9: that is broken off disturbs nobody', async () => {
    await using server = await TestServer.start()
    await sendRaw(
      server.port,
      'POST /__vitest_test__/rerun HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: x\r\n\r\n',
    )
    expect((await request(server.port, '/__vitest_test__/state?sessionId=x')).status).toBe(200)
  })

  test('invariant 9: an error of ours stays with the request that met it', async () => {
    const rejections: unknown[] = []
    const onRejection = (reason: unknown): void => {
      rejections.push(reason)
    }
    process.on('unhandledRejection', onRejection)
    await using server = await TestServer.start({
      rerun: () => Promise.reject(new Error('no browser')),
    })
    const { session, cookie } = await server.attach()
    session.close('closed')
    const answer = await server.request('/__vitest_test__/rerun', {
      method: 'POST',
      body: `sessionId=${session.id}`,
      headers: { cookie },
    })
    process.off('unhandledRejection', onRejection)
    expect(answer.status).toBe(500)
    expect(answer.body).not.toContain('no browser')
    expect(rejections).toEqual([])
  })
})
