import { expect, test } from 'vitest'
import { weekNumber } from './week-number.ts'

test.for([
  ['2026-01-01', 1],
  ['2027-01-01', 53],
  ['2024-12-30', 1],
  ['2030-05-17', 20],
] as const)('%s is in week %d', ([day, week]) => {
  expect(weekNumber(day)).toBe(week)
})
