import { expect, test } from 'vitest'
import type { RunResult } from '../child/events.ts'
import type { Variant } from '../cli/variants.ts'
import { findFaults } from './validate.ts'

const variant: Variant = { name: 'stock', kind: 'stock', options: {}, isolate: true }
const expected = { files: 2, passed: 4, failed: 0 }
const good: RunResult = {
  files: ['a.test.ts', 'b.test.ts'],
  passed: 4,
  failed: 0,
  other: 0,
  unhandled: [],
  reason: 'passed',
  errors: [],
  realms: 2,
  firstTestAt: 1,
  endedAt: 2,
  stamps: [],
}

test('accepts a run that did what was generated', () => {
  expect(findFaults(good, expected, 0, variant)).toEqual([])
})

test.each<[what: string, change: Partial<RunResult>]>([
  ['a missing file', { files: ['a.test.ts'] }],
  ['a file that ran twice', { files: ['a.test.ts', 'a.test.ts'] }],
  ['a missing test', { passed: 3 }],
  ['a failed test', { failed: 1 }],
  ['a skipped test', { other: 1 }],
  ['an unhandled error', { unhandled: ['boom'] }],
  ['two files in one realm', { realms: 1 }],
  ['no test that started', { firstTestAt: Number.POSITIVE_INFINITY }],
])('refuses %s', (_, change) => {
  expect(findFaults({ ...good, ...change }, expected, 0, variant)).not.toEqual([])
})

test('refuses the wrong exit code, and wants 1 when tests must fail', () => {
  expect(findFaults(good, expected, 1, variant)).toEqual(['exit code: 1 instead of 0'])
  const failing = { files: 2, passed: 3, failed: 1 }
  expect(findFaults({ ...good, passed: 3, failed: 1 }, failing, 1, variant)).toEqual([])
  expect(findFaults({ ...good, passed: 3, failed: 1 }, failing, 0, variant)).not.toEqual([])
})

test('lets files share a realm only where isolation is off', () => {
  expect(findFaults({ ...good, realms: 1 }, expected, 0, { ...variant, isolate: false })).toEqual(
    [],
  )
})
