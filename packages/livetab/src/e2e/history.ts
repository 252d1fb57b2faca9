import { readFileSync } from 'node:fs'

/** One thing that Vitest told its reporters. */
export interface HistoryEntry {
  readonly event:
    | 'run-start'
    | 'module-start'
    | 'module-end'
    | 'test-start'
    | 'test-end'
    | 'run-end'
  readonly project?: string
  /** From the root of its project. */
  readonly file?: string
  /** With the names of its suites. */
  readonly test?: string
  readonly state?: string
  /** Messages of its errors. */
  readonly errors?: string[]
  /** When it was told, in milliseconds. */
  readonly time?: number
}

export interface RunResults {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export function readHistory(file: string): HistoryEntry[] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
    return lines.map((line) => JSON.parse(line) as HistoryEntry)
  } catch {
    // Vitest has not said anything yet.
    return []
  }
}

/** How often each test file was started. */
export function runsPerFile(history: readonly HistoryEntry[]): Record<string, number> {
  const runs: Record<string, number> = {}
  for (const { event, file } of history) {
    if (event === 'module-start' && file) runs[file] = (runs[file] ?? 0) + 1
  }
  return runs
}

/** What became of each test since the last run began, each test once. */
export function resultsOfLastRun(history: readonly HistoryEntry[]): RunResults {
  const states = new Map<string, string>()
  const start = history.findLastIndex(({ event }) => event === 'run-start')
  for (const { event, project, file, test, state } of history.slice(start)) {
    if (event === 'test-end') states.set(`${project} ${file} ${test}`, state ?? '')
  }
  const count = (state: string): number => [...states.values()].filter((it) => it === state).length
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
}
