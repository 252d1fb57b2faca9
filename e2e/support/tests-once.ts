import { expect } from '@playwright/test'
import type { HistoryEntry } from './vitest-process.ts'

/** What reporters were told of each test, as "file > test: state". Fails when one was told twice. */
export function testsOnce(history: readonly HistoryEntry[]): string[] {
  const told = history
    .filter(({ event }) => event === 'test-end')
    .map(({ file, test, state }) => `${file} > ${test}: ${state}`)
  expect(new Set(told).size, `each test is reported once: ${told.join(', ')}`).toBe(told.length)
  for (const event of ['module-start', 'module-end'] as const) {
    const files = history.filter((entry) => entry.event === event).map(({ file }) => file)
    expect(new Set(files).size, `${event} is reported once for each file`).toBe(files.length)
  }
  return told.toSorted()
}
