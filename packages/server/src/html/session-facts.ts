import type { CloseCause } from '@livetab/sessions'

/** What the session page tells the browser that held the session. */
export interface SessionFacts {
  readonly project: string
  readonly cause: CloseCause | undefined
  readonly lastRun:
    | { readonly passed: number; readonly failed: number; readonly skipped: number }
    | undefined
  /** What Rerun will run: files still waiting after an interrupted run, or everything the last run had. */
  readonly rerun: {
    readonly files: number
    readonly interrupted: string | undefined
  }
  /** True when the new session starts without being asked for. */
  readonly automatic: boolean
  /** True when it would have, but the tab was reloaded too often within seconds. */
  readonly braked: boolean
}

/** The answer of the state request. Strangers get the state and nothing else. */
export interface SessionStateAnswer {
  readonly state: 'in-use' | 'expired'
  readonly facts?: SessionFacts
}
