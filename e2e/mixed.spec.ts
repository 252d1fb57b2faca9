import { utimesSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { expectNothingLeft } from './support/leftovers.ts'
import { SessionView } from './support/session-view.ts'
import { startVitest, type VitestProcess } from './support/vitest-process.ts'

const fixture = 'fixtures/mixed'
const browsers = ['plain', 'wrapped one', 'wrapped two']

/** Makes Vitest believe that somebody saved the file. */
function save(file: string): void {
  const now = new Date()
  utimesSync(fileURLToPath(new URL(`../${fixture}/${file}`, import.meta.url)), now, now)
}

/** What the reporters heard of each test in the last run. */
function lastRun(vitest: VitestProcess): string[] {
  const history = vitest.history()
  return history
    .slice(history.findLastIndex(({ event }) => event === 'run-start'))
    .filter(({ event }) => event === 'test-end')
    .map(({ project, file, state }) => `${project}: ${file} ${state}`)
    .toSorted()
}

const passed = (projects: string[], files: string[]): string[] =>
  projects.flatMap((project) => files.map((file) => `${project}: ${file} passed`))

test('wrapped and plain providers run side by side, and each file once in each instance', async () => {
  await using vitest = startVitest({ fixture, args: ['run'] })
  expect(await vitest.exited).toBe(0)

  expect(lastRun(vitest)).toEqual(
    [
      ...passed(['node'], ['node/add.test.ts']),
      ...passed(browsers, ['src/counter.test.ts', 'src/mocked.test.ts']),
    ].toSorted(),
  )
  await expectNothingLeft(vitest)
})

test('a saved file runs again in every project that has it', async () => {
  await using vitest = startVitest({ fixture, args: ['--watch'] })
  await vitest.runsFinished(1)

  save('src/counter.test.ts')
  await vitest.runsFinished(2)
  expect(lastRun(vitest)).toEqual(passed(browsers, ['src/counter.test.ts']))

  save('src/step.ts')
  await vitest.runsFinished(3)
  expect(lastRun(vitest)).toEqual(passed(browsers, ['src/counter.test.ts', 'src/mocked.test.ts']))

  save('node/add.test.ts')
  await vitest.runsFinished(4)
  expect(lastRun(vitest)).toEqual(passed(['node'], ['node/add.test.ts']))
})

test('vitest list names the tests of all of them and leaves nothing running', async () => {
  await using vitest = startVitest({ fixture, args: ['list'] })
  expect(await vitest.exited).toBe(0)

  const listed = vitest.output
    .split('\n')
    .filter((line) => line.startsWith('['))
    .toSorted()
  expect(listed).toEqual(
    [
      '[node] node/add.test.ts > runs without a browser',
      ...browsers.flatMap((project) => [
        `[${project}] src/counter.test.ts > counts clicks`,
        `[${project}] src/mocked.test.ts > counts with the mocked step`,
      ]),
    ].toSorted(),
  )
  await expectNothingLeft(vitest)
})

test('standalone: idle tabs of both kinds run what is saved, and only the wrapped one can be reloaded', async ({
  context,
}) => {
  await using vitest = startVitest({
    fixture,
    args: ['--watch', '--standalone', '--config', 'vitest.preview.config.ts'],
  })
  const links = (): string[] => vitest.output.match(/(?<=started at )\S+/g) ?? []
  await vitest.until(() => links().length === 2, 'two links')
  // Vitest names its own sessions with UUIDs.
  const isStock = (link: string): boolean => /sessionId=[\da-f]{8}-/.test(link)
  const wrapped = await context.newPage()
  const plain = await context.newPage()
  await wrapped.goto(links().find((link) => !isStock(link)) ?? '')
  await plain.goto(links().find(isStock) ?? '')
  await vitest.printed(/Waiting for file changes/)
  expect(vitest.history()).toEqual([])

  const file = ['tab/shows.test.ts']
  save('tab/shows.test.ts')
  await vitest.runsFinished(1)
  expect(lastRun(vitest)).toEqual(passed(['plain', 'wrapped'], file))

  const view = new SessionView(wrapped)
  await wrapped.reload()
  await view.expectExpired()
  await view.rerun.click()
  await vitest.runsFinished(2)
  expect(lastRun(vitest)).toEqual(passed(['wrapped'], file))

  save('tab/shows.test.ts')
  await vitest.runsFinished(3)
  expect(lastRun(vitest)).toEqual(passed(['plain', 'wrapped'], file))
})
