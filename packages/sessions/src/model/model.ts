import type { CloseCause } from '../cause.ts'

/** What a tear-down step does when it runs. The last three happen within the close itself. */
export const stepKinds = [
  'works',
  'throws',
  'resolves',
  'rejects',
  'hangs',
  'closes again',
  'opens another',
  'registers late',
] as const
export type StepKind = (typeof stepKinds)[number]

export interface ModelStep {
  readonly kind: StepKind
  forgotten: boolean
  started: number
  /** How often its failure must have been reported. */
  reports: number
  /** When it is given up; undefined when it is not under way. */
  givenUpAt: number | undefined
}

export interface ModelSession {
  readonly index: number
  readonly key: string
  readonly connectBy: number
  state: 'opening' | 'attached' | 'ready' | 'gone'
  wasReady: boolean
  connection: object | undefined
  cause: CloseCause | undefined
  holder: string | undefined
  steps: ModelStep[]
}

/** How a rerun must end; undefined while it waits. */
export type RerunEnd = 'opened' | 'adopted' | 'failed' | 'closed' | 'disposed' | 'timed out'

export interface ModelRerun {
  readonly key: string
  readonly adopts: boolean
  readonly waitsUntil: number
  end: RerunEnd | undefined
  /** The session it got. */
  session: number | undefined
}

export interface ModelOptions {
  readonly historyLimit: number
  readonly teardownTimeout: number
}

/** The least that explains the registry: a list of sessions, who is gone in which order, and the time. */
export class Model {
  now = 0
  disposed = false
  readonly sessions: ModelSession[] = []
  readonly goneOrder: number[] = []
  readonly explained: Map<number, CloseCause> = new Map()
  readonly reruns: ModelRerun[] = []
  /** The session that is being opened for each reserved key. */
  readonly opening: Map<string, number> = new Map()
  readonly options: ModelOptions
  #forgotten = false

  constructor(options: ModelOptions) {
    this.options = options
  }

  get live(): ModelSession[] {
    return this.sessions.filter((session) => session.state !== 'gone')
  }

  get stepsUnderWay(): ModelStep[] {
    return this.sessions
      .flatMap(({ steps }) => steps)
      .filter((step) => step.givenUpAt !== undefined)
  }

  /** One timer for each session that is not ready, each step under way and each caller who waits. */
  get timers(): number {
    const connecting = this.live.filter((session) => session.state !== 'ready')
    const waiting = this.reruns.filter((rerun) => rerun.end === undefined)
    return connecting.length + this.stepsUnderWay.length + waiting.length
  }

  /** The sessions that history still explains, once everything that can happen by now has happened. */
  remembered(): ReadonlySet<number> {
    this.#forgotten ||= this.disposed && this.stepsUnderWay.length === 0
    if (this.#forgotten) return new Set()
    const { length } = this.goneOrder
    return new Set(this.goneOrder.slice(Math.max(0, length - this.options.historyLimit)))
  }

  open(key: string, connectTimeout: number): ModelSession {
    const session: ModelSession = {
      index: this.sessions.length,
      key,
      connectBy: this.now + connectTimeout,
      state: 'opening',
      wasReady: false,
      connection: undefined,
      cause: undefined,
      holder: undefined,
      steps: [],
    }
    this.sessions.push(session)
    return session
  }

  close(session: ModelSession, cause: CloseCause): void {
    if (session.state === 'gone') return
    session.state = 'gone'
    session.cause = cause
    session.connection = undefined
    this.goneOrder.push(session.index)
    for (const step of session.steps) this.#start(step)
    // Whoever opened this session notices its end.
    if (this.opening.get(session.key) === session.index) this.settleOpening(session.key, 'closed')
  }

  #start(step: ModelStep): void {
    if (step.forgotten) return
    step.started++
    if (step.kind === 'throws' || step.kind === 'registers late') step.reports++
    if (step.kind === 'resolves' || step.kind === 'rejects' || step.kind === 'hangs') {
      step.givenUpAt = this.now + this.options.teardownTimeout
    }
  }

  /** A step under way came to its own end. */
  finishStep(step: ModelStep): void {
    if (step.givenUpAt === undefined) return
    step.givenUpAt = undefined
    if (step.kind === 'rejects') step.reports++
  }

  settleOpening(key: string, end: 'opened' | 'failed' | 'closed'): void {
    for (const rerun of this.reruns) {
      if (rerun.key !== key || rerun.end !== undefined) continue
      rerun.end = end === 'opened' && rerun.adopts ? 'adopted' : end
      if (end === 'opened') rerun.session = this.opening.get(key)
    }
    this.opening.delete(key)
  }

  /** Lets time pass, by so little that nothing which starts meanwhile can also end. */
  pass(ms: number): void {
    const until = this.now + ms
    for (const rerun of this.reruns) {
      if (rerun.end === undefined && rerun.waitsUntil <= until) rerun.end = 'timed out'
    }
    for (const step of this.stepsUnderWay) {
      if (step.givenUpAt === undefined || step.givenUpAt > until) continue
      step.givenUpAt = undefined
      step.reports++
    }
    this.now = until
    for (const session of this.live) {
      if (session.state !== 'ready' && session.connectBy <= until) {
        this.close(session, 'never-connected')
      }
    }
  }
}
