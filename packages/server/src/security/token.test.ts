import { mintId } from '@livetab/sessions'
import { expect, test } from 'vitest'
import { matchesSecret } from './token.ts'

test('invariant 6: a secret matches itself and nothing else', () => {
  const secret = mintId()
  expect(matchesSecret(secret, secret)).toBe(true)
  for (const given of [mintId(), '', `${secret} `, secret.slice(0, -1), undefined, null]) {
    expect(matchesSecret(given, secret)).toBe(false)
  }
})

test('no secret matches nothing, not even no secret', () => {
  expect(matchesSecret('', '')).toBe(false)
  expect(matchesSecret(undefined, '')).toBe(false)
})
