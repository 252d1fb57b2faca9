import type { Facts, StateAnswer } from './answer.ts'
import type { RerunOutcome } from './rerun.ts'
import type { RerunProblem, ViewState } from './view-state.ts'

/** What the machine needs from the page; a test hands in a script and a clock of its own. */
export interface Surroundings {
  ask: (sessionId: string, wait: number) => Promise<StateAnswer | undefined>
  rerun: (sessionId: string) => Promise<RerunOutcome>
  show: (state: ViewState) => void
  pause: (ms: number) => Promise<void>
  now: () => number
  /** Whether nobody can see the tab right now. */
  hidden: () => boolean
  /** Takes the tab to another page. Nothing happens here any more. */
  leave: (url: string) => void
  /** The page is about another session from now on. */
  renamed: (sessionId: string) => void
}

/** A reloaded tab's old socket closes well within this; only then "in use" is true. */
const settleTime = 800
const longPoll = 10_000
/** Between requests that are answered at once. */
const pollInterval = 2000
const shortPause = 250
/** A server that said it comes back is not missed before. */
const longestRestart = 30_000

/** What is known of the tab before anybody is asked. */
export interface Beginning {
  /** This tab was the session's orchestrator. */
  readonly held: boolean
  /** The server said that it comes back. */
  readonly restarts: boolean
}

/** Follows one session from "nobody knows yet" to the tab's next page. */
export class SessionMachine {
  readonly #io: Surroundings
  #sessionId: string
  /** This tab was the session's orchestrator. */
  #held: boolean
  readonly #restarts: boolean
  /** Nobody answered at some point: who answers now may be another Vitest. */
  #lostServer = false
  #shown: ViewState | undefined
  #problem: RerunProblem | undefined
  #pressed = false
  #wake: (() => void) | undefined

  constructor(sessionId: string, { held, restarts }: Beginning, io: Surroundings) {
    this.#sessionId = sessionId
    this.#held = held
    this.#restarts = restarts
    this.#io = io
  }

  /** Rerun was pressed. It counts only while the button is offered, and once. */
  press(): void {
    if (this.#shown?.kind !== 'expired') return
    this.#pressed = true
    this.#wake?.()
  }

  /** The tab is looked at again: what it says may be old. */
  lookAgain(): void {
    this.#wake?.()
  }

  /** Ends when the tab is sent to the new session. */
  async run(): Promise<void> {
    const first = this.#restarts ? await this.#restarted() : await this.#settledAnswer()
    let left = await this.#react(first, true)
    while (!left) left = await this.#react(await this.#nextAnswer(), false)
  }

  /** The server is down for a moment, and everybody knows it. */
  async #restarted(): Promise<StateAnswer | undefined> {
    const until = this.#io.now() + longestRestart
    this.#show({ kind: 'restarting' })
    for (;;) {
      const answer = await this.#io.ask(this.#sessionId, 0)
      // It may answer before it has found its projects again, and then knows no session.
      const knows = answer?.state === 'expired' && answer.facts !== undefined
      if (knows || this.#io.now() >= until) return answer
      await this.#io.pause(shortPause)
    }
  }

  /** Holds "in use" back until it cannot be the tab's own reload any more. */
  async #settledAnswer(): Promise<StateAnswer | undefined> {
    const until = this.#io.now() + settleTime
    for (;;) {
      const answer = await this.#confirmed(Math.max(until - this.#io.now(), 0))
      if (answer?.state !== 'in-use' || this.#io.now() >= until) return answer
      // A busy server does not wait with its answer.
      await this.#io.pause(Math.min(shortPause, until - this.#io.now()))
    }
  }

  async #nextAnswer(): Promise<StateAnswer | undefined> {
    switch (this.#shown?.kind) {
      case 'not-running':
        await this.#io.pause(pollInterval)
        return this.#io.ask(this.#sessionId, 0)
      case 'in-use':
      case 'lost':
        return this.#whenEnded()
      default:
        return this.#confirmed(0)
    }
  }

  /** A tab that nobody sees holds no connection: a browser has only six for a server. */
  async #whenEnded(): Promise<StateAnswer | undefined> {
    const wait = this.#io.hidden() ? 0 : longPoll
    const asked = this.#io.now()
    if (wait === 0) await this.#io.pause(pollInterval)
    const answer = await this.#confirmed(wait)
    const early = asked + pollInterval - this.#io.now()
    if (answer?.state === 'in-use' && early > 0) await this.#io.pause(early)
    return answer
  }

  /** One request can fail for many reasons; two in a row mean that nobody is there. */
  async #confirmed(wait: number): Promise<StateAnswer | undefined> {
    const answer = await this.#io.ask(this.#sessionId, wait)
    if (answer) return answer
    await this.#io.pause(shortPause)
    return this.#io.ask(this.#sessionId, 0)
  }

  /** Shows what an answer means and does what follows from it. True once the tab was sent away. */
  async #react(answer: StateAnswer | undefined, first: boolean): Promise<boolean> {
    if (!answer) {
      this.#lostServer = true
      this.#problem = undefined
      this.#show({ kind: 'not-running' })
      return false
    }
    if (answer.state === 'in-use') {
      // No other tab can have taken a session that this tab held.
      this.#show({ kind: this.#held ? 'lost' : 'in-use' })
      return false
    }
    const { facts } = answer
    if (!facts) {
      this.#show({ kind: this.#lostServer || this.#held ? 'earlier-run' : 'stranger' })
      await this.#woken()
      return false
    }
    this.#lostServer = false
    const automatic = first && facts.automatic
    if (!automatic) {
      this.#show({ kind: 'expired', facts, tabStayed: this.#held, problem: this.#problem })
      await this.#woken()
      if (!this.#takePress()) return false
    }
    return this.#rerun(facts, automatic)
  }

  async #rerun(facts: Facts, automatic: boolean): Promise<boolean> {
    const starting = { kind: 'starting', facts, tabStayed: this.#held, automatic } as const
    this.#problem = undefined
    this.#show({ ...starting, slow: false })
    let outcome = await this.#io.rerun(this.#sessionId)
    while (outcome.kind === 'opening') {
      this.#show({ ...starting, slow: true })
      await this.#io.pause(outcome.retryAfter)
      outcome = await this.#io.rerun(this.#sessionId)
    }
    switch (outcome.kind) {
      case 'opened':
        this.#io.leave(outcome.url)
        return true
      case 'elsewhere':
        this.#sessionId = outcome.sessionId
        this.#held = false
        this.#io.renamed(outcome.sessionId)
        return false
      case 'refused':
        this.#show({ kind: 'stranger' })
        await this.#woken()
        return false
      case 'failed':
        this.#problem = { status: outcome.status }
        return false
    }
  }

  #show(state: ViewState): void {
    this.#shown = state
    if (state.kind !== 'expired') this.#pressed = false
    this.#io.show(state)
  }

  #takePress(): boolean {
    const pressed = this.#pressed
    this.#pressed = false
    return pressed
  }

  /** A press that came while the page was asking again is not lost. */
  async #woken(): Promise<void> {
    if (this.#pressed) return
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    this.#wake = undefined
  }
}
