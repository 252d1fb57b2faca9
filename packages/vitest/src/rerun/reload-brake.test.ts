import type { GoneSession } from '@livetab/sessions'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReloadBrake } from './reload-brake.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

let minted = 0

function gone(holder = 'browser', key = 'project'): GoneSession {
  return {
    id: `session ${minted++}`,
    key,
    label: key,
    holder,
    cause: 'reloaded',
    detail: undefined,
    closedAt: Date.now(),
  }
}

test('three reloads within ten seconds start by themselves, the fourth does not', () => {
  const brake = new ReloadBrake()
  expect([1, 2, 3, 4].map(() => brake.allows(gone()))).toEqual([true, true, true, false])
})

test('after ten seconds it starts by itself again', () => {
  const brake = new ReloadBrake()
  for (const _ of [1, 2, 3]) brake.allows(gone())
  vi.advanceTimersByTime(9999)
  expect(brake.allows(gone())).toBe(false)
  vi.advanceTimersByTime(1)
  expect(brake.allows(gone())).toBe(true)
})

test('a page that asks again about the same session counts once', () => {
  const brake = new ReloadBrake()
  const same = gone()
  expect([1, 2, 3, 4, 5].map(() => brake.allows(same))).toEqual([true, true, true, true, true])
  expect([brake.allows(gone()), brake.allows(gone()), brake.allows(gone())]).toEqual([
    true,
    true,
    false,
  ])
})

test('another browser and another project have brakes of their own', () => {
  const brake = new ReloadBrake()
  for (const _ of [1, 2, 3, 4]) brake.allows(gone())
  expect(brake.allows(gone('another browser'))).toBe(true)
  expect(brake.allows(gone('browser', 'another project'))).toBe(true)
})
