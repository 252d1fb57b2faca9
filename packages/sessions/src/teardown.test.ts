import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runTeardown, type TeardownFailure } from './teardown.ts'

const failed = vi.fn<TeardownFailure>()

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  failed.mockReset()
  vi.useRealTimers()
})

test('invariant 2: every step starts before the call returns, in order', () => {
  const started: string[] = []
  const step = (name: string) => ({ name, run: async () => started.push(name) })
  void runTeardown([step('sockets'), step('calls'), step('mocks')], 100, failed)
  expect(started).toEqual(['sockets', 'calls', 'mocks'])
})

test('invariant 2: a step that throws or rejects is reported and skips nobody', async () => {
  const last = vi.fn<() => void>()
  await runTeardown(
    [
      {
        name: 'throws',
        run: () => {
          throw new Error('thrown')
        },
      },
      { name: 'rejects', run: () => Promise.reject(new Error('rejected')) },
      { name: 'last', run: last },
    ],
    100,
    failed,
  )
  expect(last).toHaveBeenCalledOnce()
  expect(failed.mock.calls).toEqual([
    ['throws', new Error('thrown')],
    ['rejects', new Error('rejected')],
  ])
})

test('invariants 2 and 5: a step that hangs is given up, and reported by name', async () => {
  const over = vi.fn<() => void>()
  void runTeardown([{ name: 'cdp', run: () => new Promise(() => undefined) }], 100, failed).then(
    over,
  )
  await vi.advanceTimersByTimeAsync(99)
  expect(over).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(over).toHaveBeenCalledOnce()
  expect(failed.mock.calls).toEqual([
    ['cdp', new Error('[livetab] Tear-down step "cdp" did not finish within 100 ms.')],
  ])
})

// A step that first took too long and then rejected was reported twice.
test('a step is reported once, even when it fails after its time was up', async () => {
  const work = Promise.withResolvers<never>()
  const teardown = runTeardown([{ name: 'cdp', run: () => work.promise }], 100, failed)
  await vi.advanceTimersByTimeAsync(100)
  work.reject(new Error('browser is gone'))
  await teardown
  await vi.advanceTimersByTimeAsync(0)
  expect(failed).toHaveBeenCalledOnce()
})

// `instanceof Promise` missed the promises of other libraries and realms: nobody waited for them.
test('waits for anything that has a then, and for its time only', async () => {
  const foreign = (settle: (done: () => void, fail: (error: Error) => void) => void) => ({
    // oxlint-disable-next-line unicorn/no-thenable -- the point of the test
    then: settle,
  })
  const over = vi.fn<() => void>()
  const steps = [
    { name: 'fails', run: () => foreign((_, fail) => fail(new Error('foreign'))) },
    { name: 'hangs', run: () => foreign(() => undefined) },
  ]
  void runTeardown(steps, 100, failed).then(over)
  await vi.advanceTimersByTimeAsync(0)
  expect(failed.mock.calls).toEqual([['fails', new Error('foreign')]])
  expect(over).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(100)
  expect(over).toHaveBeenCalledOnce()
})

test('invariant 11: finished steps leave no timer', async () => {
  const quick = { name: 'quick', run: () => Promise.resolve() }
  await runTeardown([quick, quick, { name: 'sync', run: () => undefined }], 100, failed)
  expect(vi.getTimerCount()).toBe(0)
  expect(failed).not.toHaveBeenCalled()
})
