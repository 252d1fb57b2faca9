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
  readonly provider: string
  /** True when a reload should start the new session by itself. */
  readonly automatic: boolean
}

/** The answer of the state request. Strangers get the state and nothing else. */
export interface SessionStateAnswer {
  readonly state: 'in-use' | 'expired'
  readonly facts?: SessionFacts
}
