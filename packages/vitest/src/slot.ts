import type { Session } from '@livetab/sessions'
import type { TestProject } from 'vitest/node'
import type { Attempt } from './recovery/attempt.ts'
import type { OrchestratorRpc } from './rpc/orchestrator-rpc.ts'
import type { Tester } from './rpc/tester.ts'
import type { CorePool } from './vitest-internals.ts'

/** What Livetab keeps with a session. */
export interface SessionMeta {
  readonly project: TestProject
  /** The pool's place that this session fills. */
  slot: Slot
  rpc: OrchestratorRpc | undefined
  /** Connected testers; each leaves when its own connection ends. */
  readonly testers: Set<Tester>
  /** When a request last showed that the tab is being loaded again. */
  reloadSeenAt: number | undefined
  /** The ended session that this one was asked for in place of. */
  replaces: string | undefined
}

export type LiveSession = Session<SessionMeta>

/**
 * A page's place in Vitest's pool. The pool knows it by the id it made up for it;
 * sessions come and go in it, one at a time.
 */
export class Slot {
  readonly id: string
  readonly project: TestProject
  readonly otelCarrier: Record<string, unknown> | undefined
  /** Vitest's number for what runs at the same time; it stays when the session changes. */
  concurrencyId = 0
  parallel = false
  session: LiveSession | undefined
  /** The file under way, if any. */
  attempt: Attempt | undefined
  /** Set while the slot waits for a person to press Rerun. */
  waiting: PromiseWithResolvers<LiveSession> | undefined
  /** Made for a Rerun, and not in the pool's hands yet. */
  isFree = false
  /** Settles the pool's wait for its first page. */
  readonly opened: PromiseWithResolvers<void> = Promise.withResolvers<void>()
  readonly #pool: CorePool

  constructor(
    id: string,
    project: TestProject,
    pool: CorePool,
    otelCarrier?: Record<string, unknown>,
  ) {
    this.id = id
    this.project = project
    this.#pool = pool
    this.otelCarrier = otelCarrier
    this.opened.promise.catch(() => undefined)
  }

  /** Ends the pool's run for this project: nothing can continue in this slot. */
  giveUp(error: Error): void {
    this.opened.resolve()
    this.#pool.reject(error)
  }
}
