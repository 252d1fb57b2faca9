import type { HistoryEntry } from './support/vitest-process.ts'

/** What each file of the suite says, in the order it says it. */
const expected: Record<string, string> = {
  adds: 'passed',
  'in the page > clicks': 'passed',
  'in the page > draws': 'passed',
  'in the page > is skipped': 'skipped',
  'is to be written': 'skipped',
  'asks Node': 'passed',
}

/** Everything in a run's history that should not be there; empty when all is well. */
export function findViolations(
  history: readonly HistoryEntry[],
  files: readonly string[],
): string[] {
  return [
    ...checkFiles(history, files),
    ...files.flatMap((file) => checkTests(history, file)),
    ...checkLateEffects(history),
    ...checkEnd(history),
  ]
}

/** Invariant 10: at most one accepted result for each file, and no file lost. */
function checkFiles(history: readonly HistoryEntry[], files: readonly string[]): string[] {
  const ended = history.filter(({ event }) => event === 'module-end')
  return files.flatMap((file) => {
    const ends = ended.filter((entry) => entry.file === file)
    if (ends.length !== 1) return [`invariant 10: ${file} ended ${ends.length} times`]
    return ends[0]?.state === 'passed'
      ? []
      : [`${file} ended as ${ends[0]?.state}: ${ends[0]?.errors?.join(' ')}`]
  })
}

/** Each test once, with its right state. */
function checkTests(history: readonly HistoryEntry[], file: string): string[] {
  const told = history.filter((entry) => entry.event === 'test-end' && entry.file === file)
  const wrong = Object.entries(expected).flatMap(([name, state]) => {
    const results = told.filter(({ test }) => test === name)
    const states = results.map((entry) => entry.state)
    const errors = results.flatMap((entry) => entry.errors ?? []).join(' ')
    return states.length === 1 && states[0] === state
      ? []
      : [`${file} > ${name}: [${states.join(', ')}] instead of ${state} ${errors}`]
  })
  const strangers = told.filter(({ test }) => !Object.hasOwn(expected, test ?? ''))
  return [...wrong, ...strangers.map(({ test }) => `${file} has no test "${test}"`)]
}

/** Invariant 4: once a file is through, nothing more is heard of it. */
function checkLateEffects(history: readonly HistoryEntry[]): string[] {
  const through = new Set<string>()
  return history.flatMap((entry) => {
    const { event, file } = entry
    if (event === 'run-end') through.add('*')
    const late = through.has('*')
      ? event !== 'run-end' && file !== undefined
      : file !== undefined && through.has(file)
    if (event === 'module-end' && file) through.add(file)
    return late ? [`invariant 4: ${event} of ${file} came late`] : []
  })
}

function checkEnd(history: readonly HistoryEntry[]): string[] {
  const ends = history.filter(({ event }) => event === 'run-end')
  if (ends.length !== 1) return [`the run ended ${ends.length} times`]
  const [end] = ends
  return end?.state === 'passed' && end.errors?.length === 0
    ? []
    : [`the run ended as ${end?.state} with ${end?.errors?.join(' ')}`]
}
