import { expect, vi } from 'vitest'
import { SessionClosedError } from '../errors.ts'
import type { Model, ModelSession } from './model.ts'
import type { World } from './world.ts'

/** Compares all that can be observed with what the model expects. Runs after every step. */
export async function check(model: Model, world: World): Promise<void> {
  await world.turn()
  checkMap(model, world)
  for (const session of model.sessions) {
    checkLife(session, world)
    checkTeardown(session, world)
    checkOrchestrator(session, world)
  }
  checkHistory(model, world)
  checkReruns(model, world)
  await checkEnds(model, world)
}

function checkMap(model: Model, { registry, sessions }: World): void {
  const live = model.live.map(({ index }) => sessions[index]?.session)
  expect(registry.list(), 'invariant 1: the live sessions').toEqual(live)
  expect(registry.size).toBe(live.length)
  const ids = new Set(sessions.map(({ session }) => session.id))
  expect(ids.size, 'invariant 6: ids never repeat').toBe(sessions.length)
}

function checkLife(expected: ModelSession, world: World): void {
  const { session, ready, closed } = world.at(expected.index)
  const gone = expected.state === 'gone'
  expect(world.registry.get(session.id), 'invariant 1').toBe(gone ? undefined : session)
  expect(world.registry.lookup(session.id).status === 'live', 'invariant 1').toBe(!gone)
  expect(session.signal.aborted, 'invariant 2: aborted when gone, and only then').toBe(gone)
  expect(closed, 'invariant 2: told once').toBe(gone ? 1 : 0)
  const settled = gone ? 'rejected' : 'pending'
  expect(ready, 'invariant 5: ready settles').toBe(expected.wasReady ? 'resolved' : settled)
  if (!gone) {
    expect(session.state).toBe(expected.state)
    return
  }
  expect(session.signal.reason).toBeInstanceOf(SessionClosedError)
  expect(session.signal.reason).toHaveProperty('closeCause', expected.cause)
  expect(() => session.attach({}), 'invariant 1: never admitted again').toThrow(SessionClosedError)
}

function checkTeardown(expected: ModelSession, world: World): void {
  const { steps, reports } = world.at(expected.index)
  expect(
    steps.map(({ started }) => started),
    'invariant 2: each step runs once, whatever the others do',
  ).toEqual(expected.steps.map(({ started }) => started))
  const failures = expected.steps.flatMap((step, number) =>
    Array.from({ length: step.reports }, () => `step ${number}`),
  )
  if (expected.state === 'gone' && world.faults.onClosedThrows) failures.push('onClosed')
  expect(reports.toSorted(), 'invariant 2: each failure is reported once').toEqual(
    failures.toSorted(),
  )
}

function checkOrchestrator(expected: ModelSession, world: World): void {
  const { session } = world.at(expected.index)
  const holders = world.connections.filter((connection) => session.isHeldBy(connection))
  expect(holders, 'invariant 3: one orchestrator').toEqual(
    expected.connection ? [expected.connection] : [],
  )
}

function checkHistory(model: Model, world: World): void {
  expect(world.closedOrder).toEqual(model.goneOrder)
  const remembered = model.remembered()
  for (const index of model.goneOrder) {
    const found = world.registry.lookup(world.at(index).session.id)
    if (!remembered.has(index)) {
      expect(found, 'history is bounded').toEqual({ status: 'unknown' })
      continue
    }
    const { cause, holder, key } = model.sessions[index] ?? {}
    expect(found, 'history explains').toMatchObject({
      status: 'gone',
      gone: { cause: model.explained.get(index) ?? cause, holder, key },
    })
  }
}

function checkReruns(model: Model, world: World): void {
  expect(world.reservations.size, 'invariant 7: keys taken').toBe(model.opening.size)
  for (const key of model.opening.keys()) expect(world.reservations.has(key)).toBe(true)
  expect(
    world.reruns.map(({ end, session }) => ({ end, session: session?.meta })),
    'invariants 5 and 7: how reruns ended',
  ).toEqual(model.reruns.map(({ end, session }) => ({ end, session })))
}

async function checkEnds(model: Model, world: World): Promise<void> {
  expect(vi.getTimerCount(), 'invariant 11: timers').toBe(model.timers)
  let settled = false
  void world.registry.settled().then(() => (settled = true))
  await world.turn()
  const over = model.stepsUnderWay.length === 0
  expect(settled, 'settled when no tear-down is under way').toBe(over)
  expect(world.disposals.done).toBe(over ? world.disposals.asked : 0)
}
