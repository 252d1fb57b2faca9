import { generateHeaders, generateTarget, type Secrets } from './requests.ts'
import type { Random } from './random.ts'

const paths = [
  '/__vitest_browser_api__',
  '/__vitest_browser_api__',
  '/__vitest_api__',
  '/',
  '//',
  '/nobody',
  '@:x',
  '/__vitest_test__/',
]

/** The bytes of one handshake. None of them has all that it takes to be let in. */
export function generateHandshake(random: Random, known: Secrets): string {
  const { host } = new URL(known.origin)
  const headers = [
    `Host: ${random.chance(0.9) ? host : random.text(20).replaceAll(/[\r\n]/g, '')}`,
    `Connection: ${random.chance(0.9) ? 'Upgrade' : 'keep-alive, upgrade'}`,
    `Upgrade: ${random.chance(0.9) ? 'websocket' : random.pick(['h2c', 'WebSocket', 'x'])}`,
    `Sec-WebSocket-Version: ${random.chance(0.9) ? 13 : random.below(20)}`,
    `Sec-WebSocket-Key: ${random.chance(0.9) ? 'dGhlIHNhbXBsZSBub25jZQ==' : 'short'}`,
    ...generateHeaders(random, known),
  ]
  if (random.chance(0.2))
    headers.push(`Sec-WebSocket-Protocol: ${random.pick(['vite-hmr', 'vite-ping', 'x, y'])}`)
  const method = random.chance(0.95) ? 'GET' : random.pick(['POST', 'HEAD', 'CONNECT'])
  const target = generateTarget(random, known, random.pick(paths))
  return [`${method} ${target} HTTP/1.1`, ...headers, '', ''].join('\r\n')
}
