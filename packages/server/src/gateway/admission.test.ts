import { mintId } from '@livetab/sessions'
import { describe, expect, test } from 'vitest'
import { refusal } from '../testing/peer.ts'
import { TestServer } from '../testing/test-server.ts'

describe("an orchestrator's socket", () => {
  test('invariant 1: is admitted while its session is opening, with or without a page', async () => {
    await using server = await TestServer.start()
    expect((await server.attach()).session.state).toBe('ready')
    const session = server.open()
    await server.connect({ type: 'orchestrator', sessionId: session.id })
    expect(session.state).toBe('ready')
  })

  test('invariant 3: a second one is refused and does not disturb the first', async () => {
    await using server = await TestServer.start()
    const { session, peer } = await server.attach()
    expect(await refusal(server.connect({ type: 'orchestrator', sessionId: session.id }))).toBe(409)
    expect(await peer.call('echo', 1)).toBe(1)
    expect(session.signal.aborted).toBe(false)
    expect(server.sockets).toBe(1)
  })

  test('invariant 3: of two that come at once one is admitted and stays', async () => {
    await using server = await TestServer.start()
    const session = server.open()
    const both = [1, 2].map(() => server.connect({ type: 'orchestrator', sessionId: session.id }))
    const settled = await Promise.allSettled(both)
    const admitted = settled.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []))
    expect(admitted).toHaveLength(1)
    expect(await admitted[0]?.call('echo', 'still here')).toBe('still here')
  })

  test("invariant 6: a page's ticket is good for one connection and for its own session", async () => {
    await using server = await TestServer.start()
    const first = await server.attach()
    const other = server.open()
    for (const ticket of [first.ticket, mintId(), '']) {
      const connecting = server.connect({ type: 'orchestrator', sessionId: other.id, ticket })
      expect(await refusal(connecting)).toBe(403)
    }
    expect(other.state).toBe('opening')
  })
})

describe("a tester's socket", () => {
  test('invariant 6: its id is minted for one page, used once, and not reused', async () => {
    await using server = await TestServer.start()
    const page = await server.attach()
    const ids = await Promise.all([server.frame(page), server.frame(page), server.frame(page)])
    expect(new Set(ids).size).toBe(3)
    const [rpcId] = ids
    const query = { type: 'tester', sessionId: page.session.id, rpcId }
    await server.connect(query)
    expect(await refusal(server.connect(query))).toBe(403)
  })

  test('invariant 8: an id of another session is refused', async () => {
    await using server = await TestServer.start()
    const mine = await server.attach()
    const theirs = await server.attach()
    const rpcId = await server.frame(theirs)
    const connecting = server.connect({ type: 'tester', sessionId: mine.session.id, rpcId })
    expect(await refusal(connecting)).toBe(403)
  })

  test('invariant 9: a made-up id is refused', async () => {
    await using server = await TestServer.start()
    const { session } = await server.attach()
    for (const rpcId of [mintId(), '', 'none', session.id, '__proto__']) {
      expect(await refusal(server.connect({ type: 'tester', sessionId: session.id, rpcId }))).toBe(
        403,
      )
    }
  })

  test('invariant 1: is refused while its session has no orchestrator', async () => {
    await using server = await TestServer.start()
    const connecting = server.connect({
      type: 'tester',
      sessionId: server.open().id,
      rpcId: mintId(),
    })
    expect(await refusal(connecting)).toBe(409)
  })
})

describe('any other handshake', () => {
  test('invariant 1: a session that is gone or never was is refused with the same status', async () => {
    await using server = await TestServer.start()
    const gone = server.open()
    gone.close('closed')
    for (const sessionId of [gone.id, mintId(), '', '__proto__', 'constructor']) {
      for (const type of ['orchestrator', 'tester']) {
        expect(await refusal(server.connect({ type, sessionId, rpcId: mintId() }))).toBe(410)
      }
    }
  })

  test('a type that is none is refused', async () => {
    await using server = await TestServer.start()
    for (const type of ['', 'admin', 'Orchestrator']) {
      expect(await refusal(server.connect({ type, sessionId: server.open().id }))).toBe(400)
    }
  })

  test('invariant 9: without the token nobody gets as far as the map', async () => {
    await using server = await TestServer.start()
    const session = server.open()
    for (const token of ['', mintId(), `${server.token}x`, server.token.slice(1)]) {
      const connecting = server.connect({ type: 'orchestrator', sessionId: session.id, token })
      expect(await refusal(connecting)).toBe(401)
    }
    expect(session.state).toBe('opening')
    expect(server.debugLines.join('\n')).not.toContain(session.id)
  })

  test.each([
    ['another site', { origin: 'http://evil.example' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['a page without an origin', { origin: 'null' }],
    ['a rebound name', { host: 'rebound.example', origin: 'http://rebound.example' }],
  ])('invariant 9: %s is refused although it knows everything', async (_who, headers) => {
    await using server = await TestServer.start()
    const session = server.open()
    const connecting = server.connect({ type: 'orchestrator', sessionId: session.id }, headers)
    expect(await refusal(connecting)).toBe(403)
    expect(session.state).toBe('opening')
  })

  test('our own page names its origin and gets in', async () => {
    await using server = await TestServer.start()
    const origin = `http://127.0.0.1:${server.port}`
    await server.connect({ type: 'orchestrator', sessionId: server.open().id }, { origin })
    expect(server.sockets).toBe(1)
  })
})
