import { expect, test } from '@playwright/test'
import { expectNothingLeft } from './support/leftovers.ts'
import { testsOnce } from './support/tests-once.ts'
import { startVitest } from './support/vitest-process.ts'

test('hard work, a breakpoint, a background tab and a laptop that slept are no frozen page', async () => {
  test.setTimeout(180_000)
  await using vitest = startVitest({ fixture: 'fixtures/recovery-patience', args: ['run'] })
  expect(await vitest.exited, vitest.output).toBe(0)
  expect(testsOnce(vitest.history())).toEqual([
    'patience.test.ts > is in a tab that nobody looks at: passed',
    'patience.test.ts > sleeps with the whole machine: passed',
    'patience.test.ts > stops at a breakpoint for longer than the deadline: passed',
    'patience.test.ts > works hard for less than the deadline: passed',
  ])
  expect(vitest.output).not.toContain('ended while running')
  await expectNothingLeft(vitest)
})
