import type { Facts } from './answer.ts'

/** Why the last press of Rerun came to nothing: a status, or nobody answered. */
export interface RerunProblem {
  readonly status: number | undefined
}

export type ViewState =
  /** Ended, and this browser may rerun it. `tabStayed`: the tab has been open all the time. */
  | {
      readonly kind: 'expired'
      readonly facts: Facts
      readonly tabStayed: boolean
      readonly problem: RerunProblem | undefined
    }
  /** Rerun was pressed, or started by itself. `slow`: the server asked for patience. */
  | {
      readonly kind: 'starting'
      readonly facts: Facts
      readonly tabStayed: boolean
      readonly automatic: boolean
      readonly slow: boolean
    }
  /** Ended, and this browser has no part in it. */
  | { readonly kind: 'stranger' }
  | { readonly kind: 'in-use' }
  /** This tab lost its connection and the server has not noticed. */
  | { readonly kind: 'lost' }
  /** Its servers are down for a moment. */
  | { readonly kind: 'restarting' }
  | { readonly kind: 'not-running' }
  | { readonly kind: 'earlier-run' }
