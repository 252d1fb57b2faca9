import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTimer, withDeadline } from './deadline.ts'

const late = (): Error => new Error('late')

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

test('invariant 5: work that never ends is given up at the deadline', async () => {
  const outcome = expect(withDeadline(new Promise(() => undefined), 100, late)).rejects.toThrow(
    'late',
  )
  await vi.advanceTimersByTimeAsync(99)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  await outcome
})

test('invariant 11: work that ends in time leaves no timer', async () => {
  await expect(withDeadline(Promise.resolve('done'), 100, late)).resolves.toBe('done')
  await expect(withDeadline(Promise.reject(new Error('no')), 100, late)).rejects.toThrow('no')
  expect(vi.getTimerCount()).toBe(0)
})

test('work that fails after the deadline is nobody’s unhandled rejection', async () => {
  const work = Promise.withResolvers<never>()
  const outcome = expect(withDeadline(work.promise, 100, late)).rejects.toThrow('late')
  await vi.advanceTimersByTimeAsync(100)
  await outcome
  work.reject(new Error('too late to matter'))
})

// Node fires a timer of more than 2^31 - 1 ms after 1 ms: `connectTimeout: Infinity` ended each session at once.
test.each([Infinity, 2 ** 31, Number.MAX_SAFE_INTEGER])(
  'a delay of %d ms is a long one',
  (delay) => {
    const fired = vi.fn<() => void>()
    const timer = startTimer(fired, delay)
    vi.advanceTimersByTime(24 * 60 * 60 * 1000)
    expect(fired).not.toHaveBeenCalled()
    clearTimeout(timer)
  },
)
