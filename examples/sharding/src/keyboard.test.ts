import { expect, test } from 'vitest'
import { dayAfterKey } from './keyboard.ts'

test.for([
  ['ArrowLeft', '2030-05-14'],
  ['ArrowDown', '2030-05-22'],
  ['Home', '2030-05-13'],
  ['End', '2030-05-19'],
  ['PageUp', '2030-04-15'],
] as const)('%s leads to %s', ([key, day]) => {
  expect(dayAfterKey('2030-05-15', key)).toBe(day)
})

test('leaves other keys alone', () => {
  expect(dayAfterKey('2030-05-15', 'x')).toBeUndefined()
})
