import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { effectScope } from 'vue'
import { useCountdown } from './use-countdown.ts'

const scope = effectScope()

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function countdown(seconds: number) {
  const onDone = vi.fn()
  const timer = scope.run(() => useCountdown(seconds, onDone))
  if (!timer) throw new Error('The scope has ended.')
  return { timer, onDone }
}

test('counts down to zero and says so once', () => {
  const { timer, onDone } = countdown(60)
  timer.start()
  vi.advanceTimersByTime(45_000)
  expect(timer.left.value).toBe(15)
  expect(timer.progress.value).toBe(0.75)

  vi.advanceTimersByTime(60_000)
  expect(timer.left.value).toBe(0)
  expect(timer.isRunning.value).toBe(false)
  expect(onDone).toHaveBeenCalledOnce()
})

test('stands still while it is paused', () => {
  const { timer } = countdown(60)
  timer.start()
  vi.advanceTimersByTime(10_000)
  timer.pause()
  vi.advanceTimersByTime(10_000)
  expect(timer.left.value).toBe(50)

  timer.start()
  vi.advanceTimersByTime(10_000)
  expect(timer.left.value).toBe(40)
})

test('starts once, however often it is asked to', () => {
  const { timer } = countdown(60)
  timer.start()
  timer.start()
  timer.pause()
  expect(vi.getTimerCount()).toBe(0)
})

test('leaves no timer behind', () => {
  const { timer } = countdown(60)
  timer.start()
  scope.stop()
  expect(vi.getTimerCount()).toBe(0)
})
