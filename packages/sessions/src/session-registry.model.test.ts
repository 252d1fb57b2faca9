import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { check } from './model/check.ts'
import { commands } from './model/commands.ts'
import { Model, type RerunEnd, stepKinds } from './model/model.ts'
import { offset, tick, World } from './model/world.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // Where a failing `onTeardownFailure` ends up; its own test looks at it.
  vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const setup = fc.record({
  historyLimit: fc.integer({ min: 0, max: 5 }),
  teardownTicks: fc.integer({ min: 0, max: 3 }),
  onClosedThrows: fc.boolean(),
  onTeardownFailureThrows: fc.boolean(),
})

const rerunEnds: RerunEnd[] = ['opened', 'adopted', 'failed', 'closed', 'disposed', 'timed out']

test('invariants 1, 2, 3, 5, 6, 7 and 11 hold after every step of any interleaving', async () => {
  const reached = new Set<string>()
  const property = fc.asyncProperty(
    fc.scheduler(),
    commands,
    setup,
    async (scheduler, run, chosen) => {
      // What a run that failed left behind is not the next one's.
      vi.clearAllTimers()
      const teardownTimeout = chosen.teardownTicks * tick + offset.teardown
      const model = new Model({ historyLimit: chosen.historyLimit, teardownTimeout })
      const world = new World(scheduler, model, chosen)
      await fc.scheduledModelRun(scheduler, () => ({ model, real: world }), run)
      await check(model, world)

      world.dispose('shutdown')
      await scheduler.waitAll()
      await world.pass(chosen.teardownTicks + 1)
      await check(model, world)
      expect(world.registry.size, 'invariant 11: sessions').toBe(0)
      expect(world.reservations.size, 'invariant 11: reservations').toBe(0)
      expect(vi.getTimerCount(), 'invariant 11: timers').toBe(0)

      for (const { end } of world.reruns) reached.add(end ?? 'still waiting')
      for (const { wasReady, steps } of model.sessions) {
        if (wasReady) reached.add('ready')
        for (const { kind, started } of steps) if (started > 0) reached.add(kind)
      }
    },
  )
  await fc.assert(property, { numRuns: 300 })
  // A model that nothing happens in proves nothing; and no rerun is left without an answer.
  expect(reached).toEqual(new Set(['ready', ...rerunEnds, ...stepKinds]))
}, 120_000)
