import { existsSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { firefox, webkit } from 'playwright'
import { ExampleCopy, examplesFolder, runExample, testsPassed } from './support/example-run.ts'

const engines = 1 + [firefox, webkit].filter((it) => existsSync(it.executablePath())).length

/** How many tests pass in each run that an example's `npm test` makes. */
const examples: Record<string, readonly number[]> = {
  react: [15],
  vue: [9],
  svelte: [9],
  'web-components': [14],
  msw: [8],
  'coverage-ci': [11],
  // Three in Node, three in each engine, three in each size of the screen.
  monorepo: [3 + 3 * engines + 3 * 2],
  // Three shards, and all of them in one report.
  sharding: [9, 7, 8, 24],
}

test.describe.configure({ timeout: 120_000 })

test('every example is in this spec', () => {
  const entries = readdirSync(examplesFolder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  expect(names.toSorted()).toEqual(Object.keys(examples).toSorted())
})

/** What some of them leave for people to read: all of it must be there. */
const reports: Record<string, { folder: string; check: (example: string) => void }> = {
  'coverage-ci': { folder: 'coverage', check: expectCoverageOfEveryFile },
  sharding: { folder: 'reports', check: expectReportOfEveryShard },
}

for (const [name, passed] of Object.entries(examples)) {
  test(`${name}: npm test passes and leaves nothing running`, async () => {
    const example = join(examplesFolder, name)
    const report = reports[name]
    if (report) rmSync(join(example, report.folder), { recursive: true, force: true })
    const { code, output } = await runExample(example)
    expect(code, output).toBe(0)
    expect(testsPassed(output), output).toEqual(passed)
    // Neither Livetab nor Vite had anything to remark.
    expect(output).not.toMatch(/\[(livetab|vite|vitest)\]/)
    report?.check(example)
  })
}

function expectCoverageOfEveryFile(example: string): void {
  const folder = join(example, 'coverage')
  const summary = JSON.parse(readFileSync(join(folder, 'coverage-summary.json'), 'utf8')) as Record<
    string,
    { lines: { pct: number } }
  >
  expect(Object.keys(summary).map((file) => file.replace(example, ''))).toEqual([
    'total',
    '/src/strength-meter.ts',
    '/src/strength.ts',
  ])
  expect(summary['total']?.lines.pct).toBeGreaterThanOrEqual(95)
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['index.html', 'lcov.info']))
}

function expectReportOfEveryShard(example: string): void {
  const report = readFileSync(join(example, 'reports/junit.xml'), 'utf8')
  const files = [...report.matchAll(/<testsuite name="([^"]+)"/g)].map(([, name]) => String(name))
  expect(files.toSorted()).toEqual(globSync('src/*.test.ts', { cwd: example }).toSorted())
  expect(report).toContain('tests="24" failures="0"')
}

test('coverage-ci: fails when a test is missing', async () => {
  using copy = new ExampleCopy('coverage-ci')
  copy.remove('src/strength.test.ts')
  const { code, output } = await runExample(copy.folder)
  expect(output).toMatch(/ERROR: Coverage for .* does not meet global threshold/)
  expect(testsPassed(output)).toEqual([5])
  expect(code).toBe(1)
})

test('sharding: a failure in one shard fails the report', async () => {
  using copy = new ExampleCopy('sharding')
  copy.edit('src/week-number.ts', '3 - weekday', '2 - weekday')
  const { code, output } = await runExample(copy.folder)
  expect(testsPassed(output).at(-1)).toBeLessThan(24)
  expect(output).toContain('2027-01-01 is in week 53')
  expect(code).toBe(1)
})

/** Each in a component, and found by a test that need not wait for it. */
const mistakes = {
  react: ['src/booking-form.tsx', 'onBook(checked.booking)', 'onBook(Object())', 'books a table'],
  vue: ['src/progress-ring.vue', 'border-radius: 50%', 'border-radius: 5%', 'keeps its styles'],
  svelte: ['src/guest-row.svelte', 'formatMoney(share)', 'formatMoney(cents)', 'renames a guest'],
} as const

for (const [name, [file, before, after, failing]] of Object.entries(mistakes)) {
  test(`${name}: fails when a component is broken`, async () => {
    using copy = new ExampleCopy(name)
    copy.edit(file, before, after)
    const { code, output } = await runExample(copy.folder)
    expect(output).toMatch(new RegExp(`FAIL .* > ${failing}`))
    expect(code).toBe(1)
  })
}
