import { randomBytes } from 'node:crypto'
import { expect, test } from '@playwright/test'
import {
  AttackTarget,
  type Knowledge,
  secretInside,
  secretOutside,
} from './support/attack-target.ts'
import { rawHandshake, rawRequest } from './support/raw-http.ts'

const guess = (): string => randomBytes(24).toString('base64url')

const query = (values: Record<string, string>): string => new URLSearchParams(values).toString()

/** Everything that must not be in an answer to somebody who was not let in. */
function secrets(...known: Knowledge[]): string[] {
  return [
    secretInside,
    secretOutside,
    ...known.flatMap(({ token, sessionId, testerId }) => [token, sessionId, testerId]),
  ]
}

function expectNothingIn(text: string, hidden: readonly string[]): void {
  for (const secret of hidden) expect(text).not.toContain(secret)
}

for (const provider of ['playwright', 'preview'] as const) {
  test.describe(`strangers at a Vitest with ${provider}()`, () => {
    let target: AttackTarget
    let live: Knowledge
    let others: Knowledge[]

    test.beforeAll(async () => {
      test.setTimeout(120_000)
      target = await AttackTarget.start(provider)
      ;({ live, others } = await target.sessions())
    })

    // The last test looks at the run; it needs the others before it.
    test.describe.configure({ mode: 'serial' })

    test.afterAll(async () => {
      await target[Symbol.asyncDispose]()
    })

    test('a dead, foreign, guessed or copied session id gets nobody a page', async () => {
      const hidden = secrets(live, ...others)
      const foreign = others.map(({ sessionId }) => sessionId)
      const ids = [guess(), '', '__proto__', 'constructor', '%00', '../', ...foreign]
      for (const id of ids) {
        for (const path of [
          '/__vitest_test__/',
          '/',
          '//x/__vitest_test__/',
          '/./__vitest_test__/',
        ]) {
          const answer = await rawRequest(live.origin, `${path}?sessionId=${id}&iframeId=x`)
          expect(answer.status, `${path} ${id}`).toBe(410)
          expectNothingIn(answer.body, hidden)
        }
        const state = await rawRequest(live.origin, `/__vitest_test__/state?sessionId=${id}`)
        expect(state.body).toBe('{"state":"expired"}')
        const rerun = await rawRequest(live.origin, '/__vitest_test__/rerun', {
          method: 'POST',
          body: query({ sessionId: id }),
          headers: { Cookie: `livetab_${new URL(live.origin).port}=${guess()}` },
        })
        expect(rerun.status).toBe(403)
      }
      const copied = await rawRequest(live.origin, `/__vitest_test__/?sessionId=${live.sessionId}`)
      expect(copied.status).toBe(409)
      expectNothingIn(copied.body, hidden)
      // A tester is a frame of its orchestrator's page; its address opens nothing in a tab.
      const tab = await rawRequest(
        live.origin,
        `/?${query({ sessionId: live.sessionId, iframeId: 'x' })}`,
        { headers: { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Site': 'none' } },
      )
      expect(tab.status).toBe(410)
      expectNothingIn(tab.body, hidden)
    })

    test('no socket is opened without the token, the map and an id of its own', async () => {
      const api = (values: Record<string, string>): string =>
        `/__vitest_browser_api__?${query(values)}`
      const { sessionId, token, testerId } = live
      const orchestrator = {
        type: 'orchestrator',
        sessionId,
        rpcId: sessionId,
        projectName: live.project,
        method: 'run',
        token,
      }
      const tester = { ...orchestrator, type: 'tester', rpcId: testerId }
      const attempts: [
        what: string,
        target: string,
        status: number,
        headers?: Record<string, string>,
      ][] = [
        ['no token', api({ ...orchestrator, token: '' }), 401],
        ['a wrong token', api({ ...orchestrator, token: guess() }), 401],
        ['a second orchestrator', api(orchestrator), 409],
        ['a guessed session', api({ ...orchestrator, sessionId: guess() }), 410],
        ['a tester id that was used', api(tester), 403],
        ['a guessed tester id', api({ ...tester, rpcId: guess() }), 403],
        ['a tester without an id', api({ ...tester, rpcId: '' }), 403],
        ['no type', api({ ...orchestrator, type: '' }), 400],
        ['another origin', api(orchestrator), 403, { Origin: 'http://evil.example' }],
        ['an origin that is none', api(orchestrator), 403, { Origin: 'null' }],
        [
          'a rebound name',
          api(orchestrator),
          403,
          { Host: 'rebound.example', Origin: 'http://rebound.example' },
        ],
        [
          'no session of this server',
          api({ ...orchestrator, sessionId: others[0]?.sessionId ?? guess() }),
          410,
        ],
        ['no path that anybody takes', '/nobody', 404],
        ['a path that is none', '//', 400],
        ['a path that is none for Vite', '@:x', 400],
      ]
      for (const [what, path, status, headers] of attempts) {
        const answer = await rawHandshake(live.origin, path, headers)
        expect(answer.status, what).toBe(status)
        expect(answer.body, what).toBe('')
      }
      // Vitest's own API closes the socket without a word; without a UI there is none.
      for (const token of ['', guess()]) {
        const answer = await rawHandshake(live.origin, `/__vitest_api__?token=${token}`)
        expect([0, 404]).toContain(answer.status)
      }
    })

    test('no request of an earlier advisory reads a file that is kept from pages', async () => {
      const hidden = secrets(live, ...others)
      const { origin } = live
      const { outside } = target
      const deep = '/..'.repeat(20)
      const root = target.root
      const paths: Record<string, string[]> = {
        'CVE-2025-24963': [
          `/__screenshot-error?file=${outside}/secret.txt`,
          `/__screenshot-error?file=${root}${live.project}/private.pem`,
        ],
        'CVE-2025-30208': [
          `/@fs${outside}/secret.txt?raw??`,
          `/@fs${outside}/secret.txt?import&raw??`,
          '/private.pem?raw??',
          '/private.pem?import&raw??',
        ],
        'CVE-2025-31125': [
          `/@fs${outside}/secret.txt?inline&import`,
          `/@fs${outside}/secret.txt?raw?import`,
          `/@fs${outside}/secret.txt?import&?inline=1.wasm?init`,
          '/private.pem?import&?inline=1.wasm?init',
        ],
        'CVE-2025-31486': [
          `/@fs${outside}/secret.txt?.svg?.wasm?init`,
          `/@fs${root}?/..${deep}${outside}/secret.txt?import&?raw`,
          '/private.pem?.svg?.wasm?init',
        ],
        'CVE-2025-32395': [`/@fs${root}#/..${deep}${outside}/secret.txt`, '/#/../private.pem'],
        'CVE-2025-46565': ['/private.pem/.', '/private.pem/./', '/private.pem/'],
        'CVE-2025-58751': [
          `${deep}${outside}/secret.txt`,
          `/plain.html/..${deep}${outside}/secret.txt`,
        ],
        'CVE-2025-58752': [
          `${deep}${outside}/secret.html`,
          `/@fs${outside}/secret.html`,
          `/..%2f..%2f..%2f..${outside}/secret.html`,
        ],
        'CVE-2025-62522': ['/private.pem\\', '/private.pem%5c', '/private.pem?raw\\'],
        'CVE-2026-39364': [
          '/private.pem?raw',
          '/private.pem?import&raw',
          '/private.pem?import&url&inline',
          '/private.pem?url&inline',
          '/private.pem?inline&raw&import',
        ],
        'CVE-2026-39365': [
          `/node_modules/.vite/deps${deep}${outside}/secret.map`,
          `/node_modules/.vite/deps/..%2f..%2f..%2f..%2f..%2f..${outside}/secret.map`,
          `/@fs${outside}/secret.map`,
        ],
        'CVE-2026-47428': [
          `/__vitest_test__/?sessionId=${live.sessionId}&otelCarrier=</script><script>pwned()</script>`,
          `/?sessionId=${live.sessionId}&iframeId=</script><script>pwned()</script>&otelCarrier={"x":"</script>"}`,
        ],
        'CVE-2026-47429': [
          `/__vitest_attachment__?path=${outside}/secret.txt&contentType=text/plain`,
          `/__vitest_attachment__?path=${outside}/secret.txt&contentType=text/plain&token=${live.token}`,
          `/__vitest_attachment__?path=${root}${live.project}/private.pem&contentType=text/plain&token=${live.token}`,
          `/__vitest_attachment__?path=${root}\\?\\..${deep.replaceAll('/', '\\')}${outside}/secret.txt&contentType=text/html&token=${live.token}`,
          `/__vitest_attachment__?path=${root}?/..${deep}${outside}/secret.txt&contentType=text/html&token=${live.token}`,
        ],
        'CVE-2026-53571': [
          '/private.pem::$DATA?raw',
          '/private.pem::$DATA',
          '/PRIVAT~1.PEM?raw',
          '/PRIVATE.PEM',
        ],
        'CVE-2026-53632': [
          String.raw`/__open-in-editor?file=\\server\share\x`,
          '/__open-in-editor?file=//server/share/x',
        ],
        'GHSA-qxg6-89mg-rqv8': [
          `/@id/__x00__vitest-mock:${Buffer.from(JSON.stringify({ url: '");pwned();("', id: `${outside}/secret.js` })).toString('base64url')}`,
          `/@id/__x00__vitest-mock:${Buffer.from(JSON.stringify({ url: '/x', id: `${root}${live.project}/private.pem?raw` })).toString('base64url')}`,
        ],
      }
      for (const [advisory, targets] of Object.entries(paths)) {
        for (const path of targets) {
          for (const headers of [
            {},
            { 'Sec-Fetch-Dest': 'script' },
            { Accept: 'text/html' },
          ] as Record<string, string>[]) {
            const answer = await rawRequest(origin, path, { headers })
            // Whoever knows a live session's id may have its tester; what matters there is what runs.
            if (!path.startsWith(`/?sessionId=${live.sessionId}`)) {
              expectNothingIn(answer.body.replaceAll(live.sessionId, ''), hidden)
            }
            expect(answer.body, `${advisory} ${path}`).not.toContain('pwned()')
          }
        }
      }
    })

    test("Vite's own socket reads no file and registers no mock (CVE-2026-39363, CVE-2026-84373)", async () => {
      const hidden = [secretInside, secretOutside]
      const messages = [
        ...['fetchModule', 'getBuiltins'].map((name) => ({
          type: 'custom',
          event: 'vite:invoke',
          data: { name, id: 'send:1', data: [`file://${target.outside}/secret.txt?raw`, null, {}] },
        })),
        {
          type: 'custom',
          event: 'vitest:interceptor:register',
          data: {
            type: 'redirect',
            raw: './x',
            id: '/plain.js',
            url: '/plain.js',
            redirect: `x:${'../'.repeat(20)}${target.outside}/secret.js`,
          },
        },
        {
          type: 'custom',
          event: 'vitest:interceptor:register',
          data: { type: 'manual', raw: './x', id: '/plain.js', url: '");pwned();("' },
        },
      ]
      const { host } = new URL(live.origin)
      const heard: string[] = []
      const socket = new WebSocket(`ws://${host}/`, ['vite-hmr'])
      socket.addEventListener('message', (event) => heard.push(String(event.data)))
      const closed = new Promise((resolve) => {
        socket.addEventListener('close', resolve)
      })
      await new Promise((resolve) => {
        socket.addEventListener('open', resolve)
        socket.addEventListener('error', resolve)
      })
      if (socket.readyState === WebSocket.OPEN) {
        for (const message of messages) socket.send(JSON.stringify(message))
        // Answered after everything that came before it.
        for (const path of ['/plain.js', '/plain.js?import']) {
          const answer = await rawRequest(live.origin, path, {
            headers: { 'Sec-Fetch-Dest': 'script' },
          })
          expectNothingIn(answer.body, [...hidden, 'pwned()'])
        }
        socket.close()
      }
      await closed
      expectNothingIn(heard.join('\n'), hidden)
    })

    test('answers to other origins cannot be read by them (CVE-2025-24010, CVE-2025-24964)', async () => {
      for (const origin of [
        'http://evil.example',
        'http://localhost:1',
        'http://evil.localhost',
        'null',
      ]) {
        for (const path of [
          `/__vitest_test__/?sessionId=${live.sessionId}`,
          `/?sessionId=${live.sessionId}&iframeId=x`,
          `/__vitest_test__/state?sessionId=${live.sessionId}`,
          `/__vitest_attachment__?path=${target.root}${live.project}/public/plain.html&contentType=text/html&token=${live.token}`,
        ]) {
          const answer = await rawRequest(live.origin, path, { headers: { Origin: origin } })
          expect(answer.status, `${origin} ${path}`).toBe(403)
          expect(answer.head).not.toMatch(/access-control-allow-origin/i)
          expect(answer.body).toBe('')
        }
        for (const path of ['/__vitest_browser_api__', '/__vitest_api__', '/']) {
          const protocol: Record<string, string> =
            path === '/' ? { 'Sec-WebSocket-Protocol': 'vite-hmr' } : {}
          const answer = await rawHandshake(live.origin, path, { Origin: origin, ...protocol })
          expect(answer.status, `${origin} ${path}`).not.toBe(101)
        }
      }
    })

    test('a rebound name gets nothing but a refusal', async () => {
      for (const path of [
        '/',
        '/__vitest_test__/',
        '/__livetab__/orchestrator.js',
        '/@vite/client',
        '/plain.html',
        '/__vitest_attachment__',
      ]) {
        const answer = await rawRequest(
          live.origin,
          `${path}?sessionId=${live.sessionId}&token=${live.token}`,
          {
            headers: { Host: 'rebound.example' },
          },
        )
        expect(answer.status, path).toBe(403)
        expectNothingIn(answer.body, secrets(live))
      }
    })

    test('requests that would end Vitest are answered, and it goes on', async () => {
      for (const path of ['/%zz.html', 'x://%zz@h/', '//%zz@h#', '//[', '*']) {
        const answer = await rawRequest(live.origin, path)
        expect(answer.status, path).toBe(400)
        expectNothingIn(answer.body, secrets(live, ...others))
      }
    })

    test('linked code is for pages of this server, and a test file that anybody asks for is not linked', async () => {
      const file = `${target.root}${live.project}/target.test.ts`
      for (const version of ['linked1', 'linked', `linked${Date.now()}`, guess(), live.token]) {
        for (const query of [`browserv=${version}`, `import&browserv=${version}`]) {
          const { body } = await rawRequest(live.origin, `${file}?${query}`)
          expect(body).not.toContain('__livetab__')
          expectNothingIn(body, secrets(live, ...others))
        }
      }
      for (const path of ['/__livetab__/chunk/', '/__livetab__/__vitest_browser__/']) {
        for (const name of ['x.js', '..%2f..%2fprivate.pem', '__proto__', '%zz', '']) {
          const answer = await rawRequest(live.origin, path + name)
          expect(answer.status, path + name).toBe(404)
          expect(answer.body).toBe('')
        }
      }
      if (provider === 'preview') return
      const page = await rawRequest(
        live.origin,
        `/?${query({ sessionId: live.sessionId, iframeId: file })}`,
      )
      // Nobody runs the file right now, whoever asks for its frame.
      expect(page.body).not.toContain('browserv=')
      const runtime = /\/__livetab__\/__vitest_browser__\/\w+\.js/.exec(page.body)?.[0] ?? ''
      expect((await rawRequest(live.origin, runtime)).status).toBe(200)
      for (const headers of [
        { Origin: 'http://evil.example' },
        { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'script' },
        { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors' },
        { Host: 'rebound.example' },
      ] as Record<string, string>[]) {
        const answer = await rawRequest(live.origin, runtime, { headers })
        expect(answer.status, JSON.stringify(headers)).toBe(403)
        expectNothingIn(answer.body, secrets(live, ...others))
      }
      expect((await rawRequest(live.origin, runtime, { method: 'POST' })).status).toBe(405)
    })

    test('a rerun is for the browser that held the session, and for sessions that ended', async () => {
      const rerun = (sessionId: string, headers: Record<string, string> = {}) =>
        rawRequest(live.origin, '/__vitest_test__/rerun', {
          method: 'POST',
          body: query({ sessionId }),
          headers,
        })
      expect((await rerun(live.sessionId)).status).toBe(409)
      for (const headers of [
        { Origin: 'http://evil.example' },
        { Origin: 'null' },
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site' },
        { Host: 'rebound.example' },
      ] as Record<string, string>[]) {
        expect((await rerun(live.sessionId, headers)).status, JSON.stringify(headers)).toBe(403)
      }
      const get = await rawRequest(live.origin, `/__vitest_test__/rerun?sessionId=${guess()}`)
      expect(get.status).toBe(405)
      const large = await rerun('x'.repeat(5000))
      expect(large.status).toBe(413)
    })

    test('the run is as it was, and the next one is as good', async () => {
      test.setTimeout(90_000)
      await target.expectUntouched()
    })
  })
}
