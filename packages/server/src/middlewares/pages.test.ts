import { mintId } from '@livetab/sessions'
import { describe, expect, test } from 'vitest'
import { TestServer } from '../testing/test-server.ts'

const orchestrator = (id: string): string => `/__vitest_test__/?sessionId=${id}`

describe('the orchestrator page', () => {
  test('invariant 1: is served while its session is opening', async () => {
    await using server = await TestServer.start()
    const page = await server.request(orchestrator(server.open().id))
    expect(page.status).toBe(200)
    expect(page.body).toContain('orchestrator')
  })

  test('invariant 3: is not served again once its session has an orchestrator', async () => {
    await using server = await TestServer.start()
    const { session } = await server.attach()
    const page = await server.request(orchestrator(session.id))
    expect(page.status).toBe(409)
    expect(page.body).not.toContain(server.token)
  })

  test('invariant 9: a session that is gone and one that never was get the same answer', async () => {
    await using server = await TestServer.start()
    const gone = server.open()
    gone.close('closed')
    const answers = await Promise.all([
      server.request(orchestrator(gone.id)),
      server.request(orchestrator(mintId())),
      server.request(orchestrator('')),
      server.request('/__vitest_test__/'),
    ])
    const texts = answers.map(
      ({ status, body }) => `${status} ${body.replaceAll(/nonce="[^"]+"/g, '')}`,
    )
    expect(new Set(texts).size).toBe(1)
    expect(answers[0]?.status).toBe(410)
    expect(texts[0]).not.toContain(gone.id)
    expect(texts[0]).not.toContain(server.token)
  })

  test('invariant 1: a session that ends while its page is made is not served', async () => {
    await using server = await TestServer.start({
      beforePage: (session) => {
        session.close('closed')
      },
    })
    const page = await server.request(orchestrator(server.open().id))
    expect(page.status).toBe(410)
    expect(page.body).not.toContain(server.token)
  })

  test('invariant 3: a session that is taken while its page is made is not served a second time', async () => {
    await using server = await TestServer.start({
      beforePage: (session) => {
        if (session.state === 'opening') session.attach({})
      },
    })
    const page = await server.request(orchestrator(server.open().id))
    expect(page.status).toBe(409)
    expect(page.body).not.toContain(server.token)
  })

  test('is never stored, sniffed, framed or told about in a referrer', async () => {
    await using server = await TestServer.start()
    for (const id of [server.open().id, mintId()]) {
      const { headers } = await server.request(orchestrator(id))
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    }
  })

  test('gives the browser its secret in a cookie that no script and no other site can use', async () => {
    await using server = await TestServer.start()
    const { headers } = await server.request(orchestrator(server.open().id))
    const [cookie] = headers['set-cookie'] ?? []
    expect(cookie).toContain(`livetab_${server.port}=`)
    expect(cookie).toContain('Path=/__vitest_test__/')
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Strict')
  })
})

describe('the tester page', () => {
  test('invariant 1: is served to frames of a page that is connected', async () => {
    await using server = await TestServer.start()
    const page = await server.attach()
    expect(await server.frame(page)).toMatch(/^[\w-]{32}$/)
  })

  test.each([
    ['an opening session', (server: TestServer) => server.open().id],
    ['a session that never was', () => mintId()],
    [
      'a session that is gone',
      (server: TestServer) => {
        const session = server.open()
        session.close('closed')
        return session.id
      },
    ],
  ])('invariant 9: %s gets 410 and nothing else', async (_name, find) => {
    await using server = await TestServer.start()
    const page = await server.request(`/?sessionId=${find(server)}&iframeId=a.test.ts`)
    expect(page.status).toBe(410)
    expect(page.body).not.toContain(server.token)
  })

  test('invariant 9: a copied address opens no tester in a tab', async () => {
    await using server = await TestServer.start()
    const { session } = await server.attach()
    const page = await server.request(`/?sessionId=${session.id}&iframeId=a.test.ts`, {
      headers: { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' },
    })
    expect(page.status).toBe(410)
    expect(page.body).not.toContain(server.token)
  })

  test('invariant 1: a session that ends while the page is made is not served', async () => {
    await using server = await TestServer.start({
      beforePage: (session) => {
        if (session.state !== 'opening') session.close('closed')
      },
    })
    const page = await server.attach()
    expect(await server.frame(page)).toBe('')
  })

  test('may be framed by our own pages only', async () => {
    await using server = await TestServer.start()
    const { session } = await server.attach()
    const { headers } = await server.request(`/?sessionId=${session.id}&iframeId=a`)
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
    expect(headers['referrer-policy']).toBe('no-referrer')
  })
})

describe('the state of a session', () => {
  test('invariant 9: says in use or expired to strangers and nothing more', async () => {
    await using server = await TestServer.start()
    const { session } = await server.attach()
    const gone = server.open()
    gone.close('crashed')
    const state = async (id: string): Promise<unknown> =>
      JSON.parse((await server.request(`/__vitest_test__/state?sessionId=${id}`)).body)
    expect(await state(session.id)).toEqual({ state: 'in-use' })
    expect(await state(gone.id)).toEqual({ state: 'expired' })
    expect(await state(mintId())).toEqual({ state: 'expired' })
  })

  test('tells the browser that held the session what became of it', async () => {
    await using server = await TestServer.start()
    const { session, cookie } = await server.attach()
    session.close('crashed')
    const answer = await server.request(`/__vitest_test__/state?sessionId=${session.id}`, {
      headers: { cookie },
    })
    expect(JSON.parse(answer.body)).toMatchObject({ state: 'expired', facts: { cause: 'crashed' } })
  })

  test('invariant 5: a request that waits is answered in the moment the session ends', async () => {
    await using server = await TestServer.start()
    const { session } = await server.attach()
    const answer = server.request(`/__vitest_test__/state?sessionId=${session.id}&wait=10000`)
    // The second request is answered after the first has reached the server.
    await server.request(`/__vitest_test__/state?sessionId=${session.id}`)
    session.close('closed')
    expect(JSON.parse((await answer).body)).toEqual({ state: 'expired' })
  })
})

describe('a rerun', () => {
  const rerun = (server: TestServer, id: string, cookie?: string) =>
    server.request('/__vitest_test__/rerun', {
      method: 'POST',
      body: `sessionId=${id}`,
      headers: cookie ? { cookie } : {},
    })

  test('sends the browser that held an ended session to a new one', async () => {
    await using server = await TestServer.start()
    const { session, cookie } = await server.attach()
    session.close('reloaded')
    const answer = await rerun(server, session.id, cookie)
    expect(answer.status).toBe(303)
    const id = /sessionId=([\w-]+)/.exec(answer.headers.location ?? '')?.[1] ?? ''
    expect(server.registry.get(id)?.state).toBe('opening')
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
  })

  test.each([
    ['without the cookie', undefined],
    ['with a made-up cookie', `livetab_0=${mintId()}`],
  ])('invariant 9: %s is refused and opens nothing', async (_name, cookie) => {
    await using server = await TestServer.start()
    const { session } = await server.attach()
    session.close('reloaded')
    const answer = await rerun(
      server,
      session.id,
      cookie?.replace('livetab_0', `livetab_${server.port}`),
    )
    expect(answer.status).toBe(403)
    expect(server.registry.size).toBe(0)
  })

  test('of a session that is live is refused, also to its holder', async () => {
    await using server = await TestServer.start()
    const { session, cookie } = await server.attach()
    expect((await rerun(server, session.id, cookie)).status).toBe(409)
    expect(server.registry.list()).toEqual([session])
  })

  test('invariant 9: a body that is larger than a session id is refused', async () => {
    await using server = await TestServer.start()
    const answer = await server.request('/__vitest_test__/rerun', {
      method: 'POST',
      body: `sessionId=${'x'.repeat(5000)}`,
    })
    expect(answer.status).toBe(413)
  })
})
