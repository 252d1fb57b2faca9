/** What the server tells the browser that held a session. */
export interface Facts {
  readonly project: string
  /** A cause of `@livetab/sessions`; one that this page does not know is described in general. */
  readonly cause: string | undefined
  readonly lastRun: LastRun | undefined
  /** `files` counts the interrupted one, too. */
  readonly rerun: { readonly files: number; readonly interrupted: string | undefined }
  /** The new session starts without being asked for. */
  readonly automatic: boolean
  /** It would have, but the tab was reloaded too often within seconds. */
  readonly braked: boolean
}

export interface LastRun {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export type StateAnswer =
  | { readonly state: 'in-use' }
  | { readonly state: 'expired'; readonly facts: Facts | undefined }

/** Reads the server's answer. Anything else that answers at this address is not Vitest. */
export function readAnswer(value: unknown): StateAnswer | undefined {
  const answer = fields(value)
  if (answer?.['state'] === 'in-use') return { state: 'in-use' }
  if (answer?.['state'] !== 'expired') return undefined
  return { state: 'expired', facts: readFacts(answer['facts']) }
}

function readFacts(value: unknown): Facts | undefined {
  const facts = fields(value)
  if (!facts) return undefined
  const lastRun = fields(facts['lastRun'])
  const rerun = fields(facts['rerun'])
  return {
    project: text(facts['project']) ?? '',
    cause: text(facts['cause']),
    lastRun: lastRun && {
      passed: count(lastRun['passed']),
      failed: count(lastRun['failed']),
      skipped: count(lastRun['skipped']),
    },
    rerun: { files: count(rerun?.['files']), interrupted: text(rerun?.['interrupted']) },
    automatic: facts['automatic'] === true,
    braked: facts['braked'] === true,
  }
}

function fields(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)
    : undefined
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function count(value: unknown): number {
  return typeof value === 'number' && value > 0 ? Math.floor(value) : 0
}
