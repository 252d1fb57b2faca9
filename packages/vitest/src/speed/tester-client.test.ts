import { clientDirectory } from '@livetab/client'
import { expect, test } from 'vitest'
import { allowClientFiles } from './tester-client.ts'

test('allows the client’s files and changes nothing else', () => {
  const config = allowClientFiles({ base: '/', server: { port: 1, fs: { allow: ['/shop'] } } })
  expect(config).toEqual({
    base: '/',
    server: { port: 1, fs: { allow: ['/shop', clientDirectory] } },
  })
})

/** It set `server.hmr`, which Vitest switches off: a change of the configuration restarted twice. */
test('does not switch hot updates on', () => {
  expect(allowClientFiles({}).server).not.toHaveProperty('hmr')
})
