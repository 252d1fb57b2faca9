import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { CloseCause } from '../cause.ts'
import { check } from './check.ts'
import { type Model, type ModelSession, stepKinds } from './model.ts'
import { offset, tick, type World } from './world.ts'

type Act = (model: Model, world: World) => void | Promise<void>
type Command = fc.AsyncCommand<Model, World>

/** Acts once everything before has happened, then checks every invariant. */
function command(label: string, act: Act): Command {
  return {
    check: () => true,
    run: async (model, world) => {
      await world.turn()
      await act(model, world)
      await check(model, world)
    },
    toString: () => label,
  }
}

/** Mostly recent sessions: gone ones among them, and never none once one was opened. */
function pick(model: Model, number: number): ModelSession | undefined {
  return model.sessions.at(-1 - (number % Math.min(6, model.sessions.length || 1)))
}

function onSession(
  label: string,
  number: number,
  act: (session: ModelSession, model: Model, world: World) => void,
): Command {
  return command(`${label} #-${number}`, (model, world) => {
    const session = pick(model, number)
    if (session) act(session, model, world)
  })
}

const keys = fc.constantFrom('chromium', 'firefox')
const causes = fc.constantFrom<CloseCause>(
  'disconnected',
  'reloaded',
  'closed',
  'crashed',
  'killed',
  'frozen',
  'lost',
  'open-failed',
  'never-connected',
  'cancelled',
  'restarted',
  'shutdown',
)
const recent = fc.nat({ max: 5 })
const mostly = fc.nat({ max: 3 }).map((number) => number > 0)
const timeouts = fc.integer({ min: 1, max: 30 }).map((ticks) => ticks * tick)
const waits = fc.integer({ min: 0, max: 5 }).map((ticks) => ticks * tick + offset.wait)

const open = fc
  .tuple(keys, timeouts)
  .map(([key, timeout]) =>
    command(`open ${key} for ${timeout} ms`, (_, world) => void world.open(key, timeout)),
  )

const attach = fc.tuple(recent, mostly).map(([number, wanted]) =>
  onSession(wanted ? 'attach' : 'attach anywhere', number, (picked, model, world) => {
    const opening = model.sessions.find(({ state }) => state === 'opening')
    world.attach((wanted && opening) || picked, world.connect())
  }),
)

/** The orchestrator itself, or a stranger: refused, of another session, or of one that is gone. */
function speaker(session: ModelSession, world: World, own: boolean, which: number): object {
  const stranger = world.connections[which % world.connections.length]
  return (own ? session.connection : stranger) ?? {}
}

const ready = fc.tuple(recent, mostly, fc.nat()).map(([number, own, which]) =>
  onSession(own ? 'ready' : 'ready by a stranger', number, (picked, model, world) => {
    const session = model.sessions.findLast(({ state }) => state === 'attached') ?? picked
    const connection = speaker(session, world, own, which)
    world.at(session.index).session.markReady(connection)
    if (session.state !== 'attached' || connection !== session.connection) return
    session.state = 'ready'
    session.wasReady = true
  }),
)

const detach = fc.tuple(recent, fc.boolean(), fc.nat(), causes).map(([number, own, which, cause]) =>
  onSession(`detach ${own ? '' : 'by a stranger '}${cause}`, number, (session, model, world) => {
    const connection = speaker(session, world, own, which)
    if (connection === session.connection) model.close(session, cause)
    world.at(session.index).session.detach(connection, cause)
  }),
)

const close = fc
  .tuple(recent, causes)
  .map(([number, cause]) =>
    onSession(`close, ${cause},`, number, (session, _, world) => world.close(session, cause)),
  )

/** The new page asks before the old page's socket closes, and once more after. */
const reload = recent.map((number) =>
  onSession('reload', number, (session, model, world) => {
    const { session: real } = world.at(session.index)
    const old = session.connection
    if (!old) return
    world.attach(session, world.connect())
    model.close(session, 'reloaded')
    real.detach(old, 'reloaded')
    world.attach(session, world.connect())
    real.detach(old, 'disconnected')
  }),
)

const addStep = fc.tuple(recent, fc.constantFrom(...stepKinds)).map(([number, kind]) =>
  onSession(`on close: ${kind},`, number, (session, _, world) => {
    if (session.state !== 'gone') world.addStep(session, kind)
  }),
)

const forgetStep = fc.tuple(recent, fc.nat()).map(([number, which]) =>
  onSession('forget a step', number, (session, _, world) => {
    const { steps } = world.at(session.index)
    const number = which % (steps.length || 1)
    steps[number]?.forget()
    const expected = session.steps[number]
    // After the end there is nothing left to forget: what ran, ran.
    if (expected && session.state !== 'gone') expected.forgotten = true
  }),
)

const page = fc.record({
  connectTimeout: timeouts,
  hops: fc.integer({ min: 1, max: 8 }),
  works: fc.boolean(),
})

const rerun = fc
  .tuple(keys, fc.integer({ min: 1, max: 3 }), waits, page)
  .map(([key, count, wait, page]) =>
    command(`${count} × rerun ${key} for ${wait} ms, ${fc.stringify(page)}`, (model, world) => {
      const before = world.openings
      const expected = model.opening.has(key) ? 0 : 1
      for (let each = 0; each < count; each++) world.rerun(key, wait, page)
      expect(world.openings - before, 'invariant 7: one opening per key').toBe(expected)
    }),
  )

const explain = fc.tuple(recent, causes).map(([number, cause]) =>
  onSession(`explain, ${cause},`, number, (session, model, world) => {
    if (model.remembered().has(session.index)) model.explained.set(session.index, cause)
    world.registry.explain(world.at(session.index).session.id, cause)
  }),
)

const pass = fc
  .integer({ min: 1, max: 4 })
  .map((ticks) => command(`${ticks * tick} ms pass`, (_, world) => world.pass(ticks)))

const closeAll = causes.map((cause) =>
  command(`close all, ${cause}`, (model, world) => {
    for (const session of model.live) model.close(session, cause)
    world.registry.closeAll(cause)
  }),
)

/** Not before some sessions were there: most of what can happen happens before. */
const dispose = fc.tuple(causes, fc.integer({ min: 1, max: 15 })).map(([cause, sessions]) =>
  command(`dispose, ${cause}, after ${sessions} sessions`, (model, world) => {
    if (model.sessions.length >= sessions) world.dispose(cause)
  }),
)

const often = [open, attach, ready, addStep, rerun]
const sometimes = [pass, close, detach, reload]
const seldom = [forgetStep, explain, closeAll, dispose]

export const commands: fc.Arbitrary<Iterable<Command>> = fc.commands(
  [often, often, often, often, often, sometimes, sometimes, sometimes, seldom].flat(),
  { maxCommands: 80, size: 'max' },
)
