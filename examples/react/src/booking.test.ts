import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkBooking } from './booking.ts'

const valid = { name: 'Ada', email: 'ada@example.com', day: '2030-05-01', guests: '4' }

beforeEach(() => {
  vi.setSystemTime(new Date(2030, 4, 1, 12))
})

afterEach(() => {
  vi.useRealTimers()
})

function check(changes: Partial<typeof valid> = {}) {
  const fields = new FormData()
  for (const [name, value] of Object.entries({ ...valid, ...changes })) fields.set(name, value)
  return checkBooking(fields)
}

test('takes a booking for today', () => {
  expect(check()).toEqual({ booking: { ...valid, guests: 4 } })
})

test('drops spaces around the name', () => {
  expect(check({ name: '  Ada ' })).toMatchObject({ booking: { name: 'Ada' } })
})

test.for([
  ['a name of spaces', { name: '  ' }, 'name', 'Whose table is it?'],
  ['an address without a host', { email: 'ada@' }, 'email', 'We confirm by email'],
  ['no day', { day: '' }, 'day', 'Which day'],
  ['yesterday', { day: '2030-04-30' }, 'day', 'That day has passed.'],
  ['nobody', { guests: '0' }, 'guests', 'How many are you?'],
  ['half a guest', { guests: '1.5' }, 'guests', 'How many are you?'],
  ['a wedding', { guests: '80' }, 'guests', 'please call us'],
] as const)('refuses %s', ([, changes, field, message]) => {
  expect(check(changes)).toEqual({ problems: { [field]: expect.stringContaining(message) } })
})
