import { expect, test } from 'vitest'
import { type AttemptEnd, mayRetry } from './attempt-end.ts'

const end = (blame: AttemptEnd['blame']): AttemptEnd => ({
  cause: 'crashed',
  text: '',
  blame,
  shared: false,
})
const ends = (blame: AttemptEnd['blame'], count: number): AttemptEnd[] =>
  Array.from({ length: count }, () => end(blame))

test('a file that ends its page is run again as often as the option says', () => {
  expect(mayRetry(ends('file', 1), 1)).toBe(true)
  expect(mayRetry(ends('file', 2), 1)).toBe(false)
  expect(mayRetry(ends('file', 3), 3)).toBe(true)
})

test('what can hit any file is forgiven more often, but not forever', () => {
  expect(mayRetry([...ends('anything', 3), ...ends('file', 1)], 1)).toBe(true)
  expect(mayRetry(ends('anything', 4), 1)).toBe(false)
})

test('a person may reload as often as they like', () => {
  expect(mayRetry(ends('person', 50), 1)).toBe(true)
})

test('with `recover: 0` nothing is run again', () => {
  expect(mayRetry(ends('anything', 1), 0)).toBe(false)
  expect(mayRetry(ends('person', 1), 0)).toBe(false)
})
