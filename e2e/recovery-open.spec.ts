import { expect, test } from '@playwright/test'
import { expectNothingLeft } from './support/leftovers.ts'
import { testsOnce } from './support/tests-once.ts'
import { startVitest } from './support/vitest-process.ts'

const fixture = 'fixtures/recovery-open'
const steady = [1, 2, 3, 4, 5, 6].map((number) => `steady-${number}.test.ts > passes: passed`)

test.setTimeout(120_000)

test('a provider that never opens a page ends the run with its own words', async () => {
  await using vitest = startVitest({ fixture, args: ['run', 'steady'], env: { PAGES: '0' } })
  expect(await vitest.exited, vitest.output).toBe(1)
  expect(vitest.output).toContain(
    'Project "chromium" got no page: the provider could not open the page: the display is on fire (tried 2 of 2)',
  )
  await expectNothingLeft(vitest)
})

test('a page that opens the second time is as good as any', async () => {
  await using vitest = startVitest({ fixture, args: ['run', 'steady'], env: { PAGES: '0,1' } })
  expect(await vitest.exited, vitest.output).toBe(0)
  expect(testsOnce(vitest.history())).toEqual(steady)
  await expectNothingLeft(vitest)
})

test('when no new page opens in the middle of a run, every file left says so, and none is lost', async () => {
  await using vitest = startVitest({
    fixture,
    args: ['run', '--maxWorkers=1'],
    env: { PAGES: '1' },
  })
  expect(await vitest.exited, vitest.output).toBe(1)
  const ends = vitest.history().filter(({ event }) => event === 'module-end')
  expect(ends).toHaveLength(7)
  const failed = ends.filter(({ state }) => state === 'failed')
  expect(failed.map(({ file }) => file)).toContain('kills.test.ts')
  for (const { errors, file } of failed) {
    expect(errors, file).toEqual([expect.stringContaining('the display is on fire')])
  }
  await expectNothingLeft(vitest)
})
