import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readOutcome, requestRerun } from './rerun.ts'

const page = 'http://localhost:63315/__vitest_test__/?sessionId=next'
const post = 'http://localhost:63315/__vitest_test__/rerun'

function answered(status: number, url: string, headers: Record<string, string> = {}) {
  return { status, url, headers: new Headers(headers) }
}

describe('readOutcome', () => {
  test('an orchestrator page was reached: the tab can go there', () => {
    expect(readOutcome(answered(200, page), 'old')).toEqual({ kind: 'opened', url: page })
  })

  test('the new session has a tab already', () => {
    expect(readOutcome(answered(409, page), 'old')).toEqual({
      kind: 'elsewhere',
      sessionId: 'next',
    })
  })

  test('the new session has ended by now', () => {
    expect(readOutcome(answered(410, page), 'old')).toEqual({
      kind: 'elsewhere',
      sessionId: 'next',
    })
  })

  test('the session to be rerun is in use itself', () => {
    expect(readOutcome(answered(409, post), 'old')).toEqual({ kind: 'elsewhere', sessionId: 'old' })
  })

  test('this browser did not hold the session', () => {
    expect(readOutcome(answered(403, post), 'old')).toEqual({ kind: 'refused' })
  })

  test.each([
    ['3', 3000],
    ['0', 1000],
    ['86400', 30_000],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 2000],
    [undefined, 2000],
  ])('a session that is still opening with Retry-After %j: again after %i ms', (after, ms) => {
    const headers: Record<string, string> = after === undefined ? {} : { 'Retry-After': after }
    expect(readOutcome(answered(429, post, headers), 'old')).toEqual({
      kind: 'opening',
      retryAfter: ms,
    })
  })

  test.each([
    [200, post],
    [200, 'http://localhost:63315/'],
    [200, 'http://localhost:63315/__vitest_test__/'],
    [410, post],
    [404, post],
    [500, post],
    [200, ''],
  ])('%i from %j is none of these', (status, url) => {
    expect(readOutcome(answered(status, url), 'old')).toEqual({ kind: 'failed', status })
  })
})

describe('requestRerun', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  /** Relative addresses have nothing to be relative to in Node. */
  function fetchFrom(origin: string): void {
    const { fetch } = globalThis
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(new URL(path, origin), init))
  }

  async function serve(listener: RequestListener) {
    const server = createServer(listener).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    return {
      origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      async [Symbol.asyncDispose]() {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      },
    }
  }

  test('posts the session as a form and follows the redirect', async () => {
    const seen: string[] = []
    await using server = await serve((req, res) => {
      let body = ''
      req.on('data', (chunk: Buffer) => (body += chunk.toString()))
      req.on('end', () => {
        seen.push(`${req.method} ${req.url} ${body}`)
        if (req.method === 'POST') {
          res.writeHead(303, { Location: '/__vitest_test__/?sessionId=next' }).end()
        } else res.end('<!doctype html>')
      })
    })
    fetchFrom(server.origin)
    expect(await requestRerun('a b&c')).toEqual({
      kind: 'opened',
      url: `${server.origin}/__vitest_test__/?sessionId=next`,
    })
    expect(seen).toEqual([
      'POST /__vitest_test__/rerun sessionId=a+b%26c',
      'GET /__vitest_test__/?sessionId=next ',
    ])
  })

  test('says so when nobody answers', async () => {
    const { origin } = await (async () => {
      await using server = await serve(() => undefined)
      return server
    })()
    fetchFrom(origin)
    expect(await requestRerun('old')).toEqual({ kind: 'failed', status: undefined })
  })
})
