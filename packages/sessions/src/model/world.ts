import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Scheduler } from 'fast-check'
import { vi } from 'vitest'
import type { CloseCause } from '../cause.ts'
import {
  RegistryDisposedError,
  ReservationTimeoutError,
  SessionClosedError,
  SessionInUseError,
} from '../errors.ts'
import { Reservations } from '../reservations.ts'
import type { Session } from '../session.ts'
import { SessionRegistry } from '../session-registry.ts'
import type { Model, ModelSession, ModelStep, RerunEnd, StepKind } from './model.ts'

/**
 * Sessions are opened, and time passes, in ticks. Connect deadlines fall on a tick, waits and
 * tear-down between two (see `offset`), so that the model need not know who is first in a tie.
 */
export const tick = 50
export const offset = { wait: 10, teardown: 30 }

export interface RealStep {
  started: number
  forget: () => void
}

export interface RealSession {
  readonly session: Session<number>
  ready: 'pending' | 'resolved' | 'rejected'
  closed: number
  readonly steps: RealStep[]
  readonly reports: string[]
}

export interface RealRerun {
  end: RerunEnd | undefined
  session: Session<number> | undefined
}

export interface Faults {
  readonly onClosedThrows: boolean
  readonly onTeardownFailureThrows: boolean
}

/** How a provider opens a page: within so many turns of the scheduler, or not at all. */
export interface Page {
  readonly connectTimeout: number
  readonly hops: number
  readonly works: boolean
}

class ProviderError extends Error {}

/** The registry under test, everything it said so far, and the acts that change it and the model alike. */
export class World {
  readonly sessions: RealSession[] = []
  readonly reruns: RealRerun[] = []
  readonly connections: object[] = []
  readonly closedOrder: number[] = []
  readonly reservations: Reservations<Session<number>> = new Reservations<Session<number>>()
  readonly registry: SessionRegistry<number>
  readonly faults: Faults
  readonly #scheduler: Scheduler
  readonly #model: Model
  openings = 0
  disposals = { asked: 0, done: 0 }

  constructor(scheduler: Scheduler, model: Model, faults: Faults) {
    this.#scheduler = scheduler
    this.#model = model
    this.faults = faults
    this.registry = new SessionRegistry<number>({
      historyLimit: model.options.historyLimit,
      teardownTimeout: model.options.teardownTimeout,
      onClosed: (session) => {
        this.at(session.meta).closed++
        this.closedOrder.push(session.meta)
        if (faults.onClosedThrows) throw new Error('onClosed')
      },
      onTeardownFailure: (session, step) => {
        this.at(session.meta).reports.push(step)
        if (faults.onTeardownFailureThrows) throw new Error('onTeardownFailure')
      },
    })
  }

  at(index: number): RealSession {
    const real = this.sessions[index]
    if (!real) throw new Error(`no session ${index}`)
    return real
  }

  connect(): object {
    const connection = { number: this.connections.length }
    this.connections.push(connection)
    return connection
  }

  /** Lets everything that can happen without time or the scheduler happen. */
  async turn(): Promise<void> {
    await nextTurn()
  }

  async pass(ticks: number): Promise<void> {
    for (let count = 0; count < ticks; count++) {
      this.#model.pass(tick)
      vi.advanceTimersByTime(tick)
      await this.turn()
    }
  }

  /** Opens in both; undefined when the registry, being disposed, must refuse and did. */
  open(key: string, connectTimeout: number): ModelSession | undefined {
    const options = { key, label: key, meta: this.sessions.length, connectTimeout }
    if (this.#model.disposed) {
      if (caught(() => this.registry.open(options)) instanceof RegistryDisposedError)
        return undefined
      throw new Error('opened after dispose')
    }
    const session = this.registry.open(options)
    const real: RealSession = { session, ready: 'pending', closed: 0, steps: [], reports: [] }
    this.sessions.push(real)
    session.ready.then(
      () => (real.ready = 'resolved'),
      () => (real.ready = 'rejected'),
    )
    return this.#model.open(key, connectTimeout)
  }

  attach(model: ModelSession, connection: object): void {
    const { session } = this.at(model.index)
    const error = caught(() => session.attach(connection))
    const { state } = model
    if (state === 'opening') {
      if (error) throw error
      session.holder = `holder ${model.index}`
      Object.assign(model, { state: 'attached', connection, holder: session.holder })
    } else if (!(error instanceof (state === 'gone' ? SessionClosedError : SessionInUseError))) {
      throw new Error(`attached to a session that is ${state}: ${String(error)}`)
    }
  }

  close(model: ModelSession, cause: CloseCause): void {
    this.#model.close(model, cause)
    this.at(model.index).session.close(cause)
  }

  addStep(model: ModelSession, kind: StepKind): void {
    const real = this.at(model.index)
    const number = real.steps.length
    const expected: ModelStep = {
      kind,
      forgotten: false,
      started: 0,
      reports: 0,
      givenUpAt: undefined,
    }
    const step: RealStep = { started: 0, forget: () => undefined }
    real.steps.push(step)
    model.steps.push(expected)
    step.forget = real.session.onClose(`step ${number}`, () => {
      step.started++
      return this.#runStep(model, expected, number)
    })
  }

  #runStep(model: ModelSession, step: ModelStep, number: number): unknown {
    const { session } = this.at(model.index)
    const fail = (): never => {
      throw new Error(step.kind)
    }
    switch (step.kind) {
      case 'works':
        return undefined
      case 'throws':
        return fail()
      case 'hangs':
        return new Promise(() => undefined)
      case 'resolves':
      case 'rejects':
        return this.#browserAnswers(step.kind, 3).then(() => {
          this.#model.finishStep(step)
          return step.kind === 'rejects' ? fail() : undefined
        })
      case 'closes again':
        return session.close('killed')
      case 'opens another':
        return void this.open(model.key, tick * 3)
      case 'registers late':
        return void session.onClose(`step ${number}`, fail)
    }
  }

  /** Takes as long as the scheduler likes; the more hops, the longer. */
  async #browserAnswers(label: string, hops: number): Promise<void> {
    for (let hop = 1; hop <= hops; hop++) {
      await this.#scheduler.schedule(Promise.resolve(), `${label}, ${hop} of ${hops}`)
    }
  }

  /** Somebody asks for a new session; the provider's answer comes when the scheduler says so. */
  rerun(key: string, waitMs: number, page: Page): void {
    const adopts = this.#model.opening.has(key)
    const waitsUntil = this.#model.now + waitMs
    const end = this.#model.disposed ? 'disposed' : undefined
    this.#model.reruns.push({ key, adopts, waitsUntil, end, session: undefined })
    const real: RealRerun = { end: undefined, session: undefined }
    this.reruns.push(real)
    const open = (): Promise<Session<number>> => this.#openPage(key, page)
    this.reservations.reserve(key, open, waitMs).then(
      ({ value, adopted }) => {
        real.end = adopted ? 'adopted' : 'opened'
        real.session = value
      },
      (error: unknown) => (real.end = nameOf(error)),
    )
  }

  async #openPage(key: string, page: Page): Promise<Session<number>> {
    const { connectTimeout, works } = page
    this.openings++
    const model = this.open(key, connectTimeout)
    if (!model) return this.registry.open({ key, label: key, meta: -1, connectTimeout })
    this.#model.opening.set(key, model.index)
    const { session } = this.at(model.index)
    const ended = Promise.withResolvers<never>()
    session.onClose('the opening', () => ended.reject(session.signal.reason))
    await Promise.race([this.#browserAnswers(`page of ${key}`, page.hops), ended.promise])
    this.#model.settleOpening(key, works ? 'opened' : 'failed')
    if (works) return session
    this.close(model, 'open-failed')
    throw new ProviderError('no page')
  }

  dispose(cause: CloseCause): void {
    this.#model.disposed = true
    for (const session of this.#model.live) this.#model.close(session, cause)
    this.disposals.asked++
    void this.registry.dispose(cause).then(() => this.disposals.done++)
  }
}

function caught(act: () => unknown): unknown {
  try {
    act()
    return undefined
  } catch (error) {
    return error
  }
}

function nameOf(error: unknown): RerunEnd {
  if (error instanceof SessionClosedError) return 'closed'
  if (error instanceof ReservationTimeoutError) return 'timed out'
  if (error instanceof RegistryDisposedError) return 'disposed'
  if (error instanceof ProviderError) return 'failed'
  throw error
}
