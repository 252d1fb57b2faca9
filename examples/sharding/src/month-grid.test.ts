import { expect, test } from 'vitest'
import { monthGrid } from './month-grid.ts'

test('fills the first and the last week with their neighbours', () => {
  const weeks = monthGrid('2030-05-17')
  expect(weeks).toHaveLength(5)
  expect(weeks[0]?.[0]).toEqual({ day: '2030-04-29', inMonth: false })
  expect(weeks.at(-1)?.at(-1)).toEqual({ day: '2030-06-02', inMonth: false })
})

test('has every day of the month once', () => {
  const days = monthGrid('2030-05-17')
    .flat()
    .filter(({ inMonth }) => inMonth)
  expect(new Set(days.map(({ day }) => day)).size).toBe(31)
})

test.for([
  ['2027-02-10', 4],
  ['2030-12-24', 6],
] as const)('the weeks of %s are %d', ([day, weeks]) => {
  expect(monthGrid(day)).toHaveLength(weeks)
})
