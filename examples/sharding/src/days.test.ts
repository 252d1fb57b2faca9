import { expect, test } from 'vitest'
import { addDays, addMonths, weekday } from './days.ts'

test('goes over the end of a month and of a year', () => {
  expect(addDays('2030-12-31', 1)).toBe('2031-01-01')
  expect(addDays('2030-03-01', -1)).toBe('2030-02-28')
})

test('knows leap years', () => {
  expect(addDays('2032-02-28', 1)).toBe('2032-02-29')
})

test('stays in a month that is shorter', () => {
  expect(addMonths('2030-01-31', 1)).toBe('2030-02-28')
  expect(addMonths('2030-03-31', -1)).toBe('2030-02-28')
})

test('begins the week on Monday', () => {
  expect(weekday('2030-05-06')).toBe(0)
  expect(weekday('2030-05-05')).toBe(6)
})
