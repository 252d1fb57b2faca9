import { expect, test } from '@playwright/test'
import { expectNothingLeft } from './support/leftovers.ts'
import { testsOnce } from './support/tests-once.ts'
import { type HistoryEntry, startVitest } from './support/vitest-process.ts'

const fixture = 'fixtures/recovery-causes'

/** What is said of each file when its page is lost. */
const causes: Record<string, string> = {
  'closed.test.ts': 'the page was closed',
  'crashed.test.ts': 'the page crashed',
  'frozen.test.ts': 'the page froze',
  'killed.test.ts': 'the browser was killed or crashed',
  'lost.test.ts': 'the connection to the page was lost',
  'reloaded.test.ts': 'the tab was reloaded',
  'stopped.test.ts': 'the browser stopped answering',
}
const files = Object.keys(causes)
const run = ['run', ...files, 'steady', '--exclude=tester-lost.test.ts']

test.setTimeout(240_000)

for (const speed of ['on', 'off']) {
  test(`a file that loses its page is run again, whatever it lost it to, and every test counts once (speed ${speed})`, async () => {
    await using vitest = startVitest({
      fixture,
      args: [...run, '--maxWorkers=1'],
      env: { SPEED: speed },
    })
    expect(await vitest.exited, vitest.output).toBe(0)

    expect(testsOnce(vitest.history())).toEqual(
      [
        ...files.flatMap((file) => [
          `${file} > loses its page: passed`,
          `${file} > passes after: passed`,
          `${file} > passes before: passed`,
        ]),
        ...[1, 2, 3].map((value) => `steady.test.ts > ${value} is a number: passed`),
      ].toSorted(),
    )
    for (const [file, cause] of Object.entries(causes)) {
      expect(vitest.output).toContain(
        `ended while running ${file}: ${cause}. Running the file again (attempt 2).`,
      )
      expect(vitest.output).toContain(
        `stderr | ${file}\n[livetab] This file was run 2 times: ${cause}.`,
      )
    }
    expect(vitest.output).not.toContain('stderr | steady.test.ts')
    expect(vitest.output).toContain(`Test Files  ${files.length + 1} passed (${files.length + 1})`)
    await expectNothingLeft(vitest)
  })
}

test('with `recover: 0` each of them fails alone and says what happened', async () => {
  await using vitest = startVitest({
    fixture,
    args: [...run, '--maxWorkers=1'],
    env: { RECOVER: '0' },
  })
  expect(await vitest.exited, vitest.output).toBe(1)

  const told = testsOnce(vitest.history())
  for (const [file, cause] of Object.entries(causes)) {
    expect(told).toContain(`${file} > passes before: passed`)
    expect(told).toContain(`${file} > loses its page: failed`)
    expect(told).toContain(`${file} > passes after: skipped`)
    expect(errorsOf(vitest.history(), file)).toEqual([
      expect.stringContaining(`${file} was cut off while running "loses its page": ${cause}.`),
    ])
  }
  expect(told).toContain('steady.test.ts > 1 is a number: passed')
  expect(vitest.output).toContain(
    `Test Files  ${files.length} failed | 1 passed (${files.length + 1})`,
  )
  await expectNothingLeft(vitest)
})

test('a test that loses its own connection while its page keeps its own is run again, too', async () => {
  await using vitest = startVitest({ fixture, args: ['run', 'tester-lost'], env: { SPEED: 'off' } })
  expect(await vitest.exited, vitest.output).toBe(0)
  expect(testsOnce(vitest.history())).toHaveLength(3)
  expect(vitest.output).toContain('This file was run 2 times: the connection to the page was lost.')
  await expectNothingLeft(vitest)
})

test('a file that ends its page every time fails alone, with the test, the cause and the attempts', async () => {
  const always = ['crashed.test.ts', 'frozen.test.ts', 'killed.test.ts']
  await using vitest = startVitest({
    fixture,
    args: ['run', ...always, 'steady'],
    env: { FAULTS: 'always' },
  })
  expect(await vitest.exited, vitest.output).toBe(1)

  const told = testsOnce(vitest.history())
  for (const file of always) {
    expect(told).toContain(`${file} > loses its page: failed`)
    const [error = ''] = errorsOf(vitest.history(), file)
    expect(error).toContain(`${file} was cut off while running "loses its page": ${causes[file]}.`)
    expect(error).toMatch(/It was run [23] times: /)
  }
  expect(told).toContain('steady.test.ts > 3 is a number: passed')
  await expectNothingLeft(vitest)
})

function errorsOf(history: readonly HistoryEntry[], file: string): string[] {
  return history.find((entry) => entry.event === 'module-end' && entry.file === file)?.errors ?? []
}
