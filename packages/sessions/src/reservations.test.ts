import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReservationTimeoutError } from './errors.ts'
import { Reservations } from './reservations.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  expect(vi.getTimerCount(), 'timers left').toBe(0)
  vi.useRealTimers()
})

test('invariant 7: concurrent callers of one key end in one opening; the others adopt it', async () => {
  const reservations = new Reservations<string>()
  const opened = Promise.withResolvers<string>()
  const open = vi.fn(() => opened.promise)
  const callers = [1, 2, 3].map(() => reservations.reserve('chromium', open, 1000))
  expect(open).toHaveBeenCalledOnce()
  expect(reservations.has('chromium')).toBe(true)
  opened.resolve('session')
  expect(await Promise.all(callers)).toEqual([
    { value: 'session', adopted: false },
    { value: 'session', adopted: true },
    { value: 'session', adopted: true },
  ])
  expect(reservations.size).toBe(0)
})

// `open` ran before its key was taken: what it caused at once started a second opening.
test('invariant 7: the key is taken before open runs', async () => {
  const reservations = new Reservations<string>()
  const inner = vi.fn(() => Promise.resolve('second'))
  let nested: Promise<unknown> | undefined
  const outer = await reservations.reserve(
    'chromium',
    () => {
      nested = reservations.reserve('chromium', inner, 1000)
      return Promise.resolve('first')
    },
    1000,
  )
  expect(outer).toEqual({ value: 'first', adopted: false })
  expect(await nested).toEqual({ value: 'first', adopted: true })
  expect(inner).not.toHaveBeenCalled()
})

test('invariant 7: different keys never wait for each other', async () => {
  const reservations = new Reservations<string>()
  const slow = Promise.withResolvers<string>()
  const waiting = reservations.reserve('firefox', () => slow.promise, 1000)
  const other = await reservations.reserve('chromium', () => Promise.resolve('session'), 1000)
  expect(other).toEqual({ value: 'session', adopted: false })
  expect(reservations.size).toBe(1)
  slow.resolve('slow')
  await waiting
})

test.each<[string, () => Promise<string>]>([
  ['rejects', () => Promise.reject(new Error('no browser'))],
  [
    'throws',
    () => {
      throw new Error('no browser')
    },
  ],
])('invariant 7: an open that %s frees the key and fails everyone who waited', async (_, open) => {
  const reservations = new Reservations<string>()
  const callers = [1, 2].map(() => reservations.reserve('chromium', open, 1000))
  for (const caller of callers) await expect(caller).rejects.toThrow('no browser')
  expect(reservations.has('chromium')).toBe(false)
  await expect(
    reservations.reserve('chromium', () => Promise.resolve('next'), 1000),
  ).resolves.toEqual({ value: 'next', adopted: false })
})

test('invariants 5 and 7: the wait is bounded and says when to try again', async () => {
  const reservations = new Reservations<string>()
  const slow = Promise.withResolvers<string>()
  const caller = reservations.reserve('chromium', () => slow.promise, 2500)
  const refused = caller.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(2500)
  const error = await refused
  expect(error).toBeInstanceOf(ReservationTimeoutError)
  expect(error).toHaveProperty('retryAfterSeconds', 3)

  // Past the deadline the opening still goes on: who tries again adopts it.
  expect(reservations.has('chromium')).toBe(true)
  const again = reservations.reserve('chromium', () => Promise.reject(new Error('twice')), 1000)
  slow.resolve('session')
  expect(await again).toEqual({ value: 'session', adopted: true })
  expect(reservations.size).toBe(0)
})

test('a caller who arrives late waits from then on, not from the start', async () => {
  const reservations = new Reservations<string>()
  const slow = Promise.withResolvers<string>()
  const first = reservations.reserve('chromium', () => slow.promise, 1000)
  const refused = expect(first).rejects.toBeInstanceOf(ReservationTimeoutError)
  await vi.advanceTimersByTimeAsync(900)
  const second = reservations.reserve('chromium', () => slow.promise, 1000)
  await vi.advanceTimersByTimeAsync(900)
  await refused
  slow.resolve('session')
  expect(await second).toEqual({ value: 'session', adopted: true })
})

test('invariant 11: an open that fails after everyone left is no unhandled rejection', async () => {
  const reservations = new Reservations<string>()
  const slow = Promise.withResolvers<string>()
  const refused = expect(
    reservations.reserve('chromium', () => slow.promise, 1000),
  ).rejects.toBeInstanceOf(ReservationTimeoutError)
  await vi.advanceTimersByTimeAsync(1000)
  await refused
  slow.reject(new Error('no browser'))
  await vi.advanceTimersByTimeAsync(0)
  expect(reservations.size).toBe(0)
})
