import type { Knowledge } from '../support/attack-target.ts'
import type { Random } from './random.ts'

const methods = [
  'GET',
  'GET',
  'GET',
  'GET',
  'POST',
  'HEAD',
  'PUT',
  'DELETE',
  'OPTIONS',
  'PATCH',
  'TRACE',
  'get',
  'X-Y',
]

/** All addresses of ours, some of Vite's, and what looks like them. Nothing here opens an editor. */
const paths = [
  '/__vitest_test__/',
  '/__vitest_test__',
  '/__vitest_test__/state',
  '/__vitest_test__/rerun',
  '/__vitest_test__/coverage/',
  '/__vitest_attachment__',
  '/__vitest_browser_api__',
  '/__vitest_api__',
  '/__vitest__/',
  '/__livetab__/orchestrator.js',
  '/__livetab__/chunk/x.js',
  '/',
  '//',
  '/plain.html',
  '/private.pem',
  '/target.test.ts',
  '/@vite/client',
  '/@id/__x00__vitest-mock:x',
  '/favicon.svg',
  '*',
]

export interface Secrets extends Pick<Knowledge, 'origin' | 'sessionId' | 'testerId' | 'token'> {}

/** The bytes of one request. Attackers may know everything but the cookie of the browser. */
export function generateRequest(random: Random, known: Secrets): string {
  const { host } = new URL(known.origin)
  const method = random.pick(methods)
  const body = random.chance(0.2) ? random.text(200) : ''
  const headers = [
    `Host: ${random.chance(0.9) ? host : random.pick(['evil.example', 'localhost', '[::1]', '127.0.0.1', '', random.text(20)])}`,
    'Connection: close',
    ...generateHeaders(random, known),
  ]
  if (body || random.chance(0.05)) {
    headers.push(
      random.chance(0.8)
        ? `Content-Length: ${random.chance(0.9) ? Buffer.byteLength(body) : random.pick([-1, 0, 5000, 'x'])}`
        : 'Transfer-Encoding: chunked',
    )
  }
  return [
    `${method} ${generateTarget(random, known)} HTTP/1.${random.chance(0.95) ? 1 : random.below(4)}`,
    ...headers,
    '',
    body,
  ].join('\r\n')
}

export function generateTarget(
  random: Random,
  known: Secrets,
  path: string = random.pick(paths),
): string {
  let target = random.chance(0.7) ? path : mutate(random, path)
  if (random.chance(0.05)) target = random.text(60)
  const names = [
    'sessionId',
    'iframeId',
    'ticket',
    'token',
    'type',
    'rpcId',
    'wait',
    'path',
    'contentType',
    'otelCarrier',
    'browserv',
    'raw',
    'import',
  ]
  const values = [
    '',
    known.sessionId,
    known.testerId,
    known.token,
    'orchestrator',
    'tester',
    '/etc/hostname',
    '1e9',
    '-1',
    'null',
  ]
  const query: string[] = []
  for (let count = random.below(6); count > 0; count--) {
    const value = random.chance(0.6) ? random.pick(values) : random.text()
    query.push(`${random.pick(names)}=${random.chance(0.7) ? encodeURIComponent(value) : value}`)
  }
  const separator = random.chance(0.95) ? '?' : random.text(3)
  return clean(random, query.length > 0 ? `${target}${separator}${query.join('&')}` : target)
}

export function generateHeaders(random: Random, known: Secrets): string[] {
  const values: Record<string, readonly string[]> = {
    Origin: [known.origin, 'null', 'http://evil.example', 'http://localhost:1', random.text()],
    'Sec-Fetch-Site': ['same-origin', 'same-site', 'cross-site', 'none', random.text(8)],
    'Sec-Fetch-Mode': ['navigate', 'cors', 'no-cors', 'websocket'],
    'Sec-Fetch-Dest': ['document', 'iframe', 'script', 'empty', 'embed'],
    Cookie: [
      `livetab_${new URL(known.origin).port}=${random.text(33)}`,
      random.text(300),
      ';;;===',
    ],
    Accept: ['text/html', '*/*', 'text/css'],
    Referer: [known.origin, random.text()],
    'X-Forwarded-Host': ['evil.example', random.text()],
  }
  return Object.keys(values)
    .filter(() => random.chance(0.25))
    .map((name) => `${name}: ${clean(random, random.pick(values[name] ?? []))}`)
}

function mutate(random: Random, text: string): string {
  const at = random.below(text.length + 1)
  switch (random.below(4)) {
    case 0:
      return text.slice(0, at) + random.text(8) + text.slice(at)
    case 1:
      return text.slice(0, at) + text.slice(at + 1)
    case 2:
      return Array.from(text)
        .map((char) => (random.chance(0.2) ? `%${char.charCodeAt(0).toString(16)}` : char))
        .join('')
    default:
      return random.chance(0.5) ? text.toUpperCase() : `/${text}/..${text}`
  }
}

/** Node itself refuses what is not ASCII here, and so it never gets far; most cases should. */
function clean(random: Random, text: string): string {
  const line = text.replaceAll(/[\r\n]/g, '')
  return random.chance(0.95)
    ? line.replaceAll(/[^\x21-\x7E]/gu, (char) => encodeURIComponent(char))
    : line
}
