import { describe, expect, test } from 'vitest'
import { type RequestOptions, sendRaw } from '../testing/request.ts'
import { TestServer } from '../testing/test-server.ts'

/** Every address of ours, with a request that is let in. */
const entries: Record<
  string,
  (server: TestServer) => Promise<[path: string, options: RequestOptions]>
> = {
  'the orchestrator page': async (server) => [
    `/__vitest_test__/?sessionId=${server.open().id}`,
    {},
  ],
  'a tester page': async (server) => {
    const { session, ticket } = await server.attach()
    return [`/?sessionId=${session.id}&iframeId=a&ticket=${ticket}`, {}]
  },
  'the state of a session': async () => ['/__vitest_test__/state?sessionId=x', {}],
  'a rerun': async (server) => {
    const { session, cookie } = await server.attach()
    session.close('reloaded')
    return [
      '/__vitest_test__/rerun',
      { method: 'POST', body: `sessionId=${session.id}`, headers: { cookie } },
    ]
  },
}

const foreign: Record<string, Record<string, string>> = {
  'a rebound name': { host: 'rebound.example:63315' },
  'a name that ends in ours': { host: 'notlocalhost' },
  'a fetch of another site': {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'empty',
  },
  'a fetch of another port': {
    'sec-fetch-site': 'same-site',
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'empty',
  },
  'another origin': { origin: 'http://127.0.0.1:1' },
  'no origin at all': { origin: 'null' },
  'a frame of another site': {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'iframe',
  },
}

for (const [name, entry] of Object.entries(entries)) {
  describe(name, () => {
    test('lets in who it is for', async () => {
      await using server = await TestServer.start()
      const [path, options] = await entry(server)
      expect((await server.request(path, options)).status).toBeLessThan(400)
    })

    for (const [who, headers] of Object.entries(foreign)) {
      test(`invariant 9: refuses ${who} with 403, says nothing and closes the socket`, async () => {
        await using server = await TestServer.start()
        const [path, options] = await entry(server)
        const answer = await server.request(path, {
          ...options,
          headers: { ...options.headers, ...headers },
        })
        expect(answer.status).toBe(403)
        expect(answer.body).toBe('')
        expect(answer.headers.connection).toBe('close')
        expect(answer.headers['set-cookie']).toBeUndefined()
        expect(server.debugLines.join('\n')).toMatch(/refused .* with 403: /)
        expect(server.debugLines.join('\n')).not.toContain(server.token)
      })
    }

    test('invariant 9: refuses other methods with 405 and bodies with 413', async () => {
      await using server = await TestServer.start()
      const [path, options] = await entry(server)
      const posts = options.method === 'POST'
      const wrong = posts ? 'GET' : 'POST'
      expect((await server.request(path, { method: wrong })).status).toBe(405)
      expect((await server.request(path, { method: 'DELETE' })).status).toBe(405)
      const body = 'x'.repeat(posts ? 4097 : 1)
      const method = options.method ?? 'GET'
      expect((await server.request(path, { method, body })).status).toBe(413)
      const chunked = { 'transfer-encoding': 'chunked' }
      expect((await server.request(path, { method, headers: chunked })).status).toBe(413)
    })
  })
}

test('a frame is no tab, whoever frames it', async () => {
  await using server = await TestServer.start()
  for (const destination of ['iframe', 'frame', 'embed', 'object', 'fencedframe']) {
    const answer = await server.request(`/__vitest_test__/?sessionId=${server.open().id}`, {
      headers: { 'sec-fetch-dest': destination, 'sec-fetch-site': 'same-origin' },
    })
    expect(answer.status).toBe(403)
  }
})

test('a person may follow a link of another site to the orchestrator page', async () => {
  await using server = await TestServer.start()
  const answer = await server.request(`/__vitest_test__/?sessionId=${server.open().id}`, {
    headers: {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    },
  })
  expect(answer.status).toBe(200)
})

test('names that the user allows get in, and over https every name does', async () => {
  await using named = await TestServer.start({
    hosts: { allowed: ['.tests.example'], https: false },
  })
  await using secure = await TestServer.start({ hosts: { allowed: [], https: true } })
  const ask = (server: TestServer, host: string) =>
    server.request('/__vitest_test__/state?sessionId=x', { headers: { host } })
  expect((await ask(named, 'a.tests.example')).status).toBe(200)
  expect((await ask(named, 'b.example')).status).toBe(403)
  expect((await ask(secure, 'b.example')).status).toBe(200)
})

test('what Vite would let other pages of this machine read, they cannot read', async () => {
  await using server = await TestServer.start({ behind: [] })
  server.http.prependListener('request', (_req, res) => {
    res.setHeader('Access-Control-Allow-Origin', '*')
  })
  for (const path of [
    '/__vitest_test__/?sessionId=x',
    '/?sessionId=x',
    '/__vitest_test__/state?sessionId=x',
  ]) {
    const { headers } = await server.request(path)
    expect(headers['access-control-allow-origin']).toBeUndefined()
  }
})

/** Vite and what it is made of read such targets with functions that throw, where nobody catches it. */
test.each([
  '/%zz.html',
  '/a/%.html?x',
  'x://%zz@h/',
  '//%zz@h#',
  '//%zz@h\u00A0',
  '//[',
  'http://',
  '*',
  '',
])('a request for "%s" is answered with 400 and goes no further', async (target) => {
  const behind: (string | undefined)[] = []
  await using server = await TestServer.start({
    behind: [
      (req, res) => {
        behind.push(req.url)
        res.end()
      },
    ],
  })
  const answer = await sendRaw(
    server.port,
    `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(behind).toEqual([])
})

test('a request for a page whose name has a percent sign goes on', async () => {
  await using server = await TestServer.start({ behind: [(_req, res) => res.end('page')] })
  expect((await server.request('/100%25.html')).body).toBe('page')
})

describe('assets', () => {
  test('are served to everyone on an allowed name, and nothing beside them', async () => {
    await using server = await TestServer.start()
    expect((await server.request('/__livetab__/orchestrator.js')).status).toBe(200)
    for (const path of [
      '..%2f..%2fetc/passwd',
      '%2e%2e/%2e%2e/etc/passwd',
      '....//etc/passwd',
      '%00',
      'x.js',
    ]) {
      expect((await server.request(`/__livetab__/${path}`)).status).toBe(404)
    }
    const rebound = await server.request('/__livetab__/orchestrator.js', {
      headers: { host: 'rebound.example' },
    })
    expect(rebound.status).toBe(403)
  })
})
