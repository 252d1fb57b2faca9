import { expect, test } from 'vitest'
import { speedup } from './format.ts'
import { median } from './stats.ts'

test('takes the middle, or the mean of the two in the middle', () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(median([4, 1, 2, 3])).toBe(2.5)
  expect(median([])).toBeNaN()
})

test('compares medians, with the range of the rounds', () => {
  expect(speedup([10, 12, 14], [5, 6, 5])).toEqual({ median: 12 / 5, min: 2, max: 2.8 })
})
