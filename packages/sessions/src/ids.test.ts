import { expect, test } from 'vitest'
import { mintId, shortId } from './ids.ts'

test('invariant 6: an id holds 192 random bits and is safe in a URL', () => {
  const id = mintId()
  expect(Buffer.from(id, 'base64url')).toHaveLength(24)
  expect(encodeURIComponent(id)).toBe(id)
})

test('invariant 6: no id and no bit of it repeats from one to the next', () => {
  const minted = Array.from({ length: 10_000 }, mintId)
  expect(new Set(minted).size).toBe(minted.length)
  for (let byte = 0; byte < 24; byte++) {
    const seen = new Set(minted.map((id) => Buffer.from(id, 'base64url')[byte]))
    expect(seen.size, `values of byte ${byte}`).toBe(256)
  }
})

test('people see eight characters of an id', () => {
  expect(shortId('abcdefghijkl')).toBe('abcdefgh')
})
