import process from 'node:process'
import { expect, test } from '@playwright/test'
import { browsersOf, expectNothingLeft, processesOf } from './support/leftovers.ts'
import { startVitest, type VitestProcess } from './support/vitest-process.ts'

const fixture = 'fixtures/recovery-cancel'
const ctrlC = '\u0003'

/** Three seconds, and as much again for a machine that has other things to do. */
const longestEnd = 6000

interface Moment {
  readonly args: readonly string[]
  readonly until: (vitest: VitestProcess) => Promise<void>
}

const event = (name: string) => (vitest: VitestProcess) =>
  vitest.until(() => vitest.history().some((entry) => entry.event === name), name)

const browserRuns = (vitest: VitestProcess): Promise<void> =>
  vitest.until(() => browsersOf(vitest).length > 0, 'a browser')

/** The test that never ends is reached when the one before it is reported. */
const testHangs = event('test-end')

/** The browser with all its helper processes; some of those come and go while we look. */
async function stopBrowser(vitest: VitestProcess): Promise<void> {
  for (const { pid, command } of processesOf(vitest)) {
    // Its crash reporter is a daemon of its own and ends with it.
    if (!/chrom/.test(command) || /crashpad/.test(command)) continue
    try {
      process.kill(Number(pid), 'SIGSTOP')
    } catch {
      // It ended in between.
    }
  }
}

const moments: Record<string, Moment> = {
  'as Vitest starts': { args: ['run'], until: (vitest) => vitest.printed(/RUN/) },
  'as the run begins': { args: ['run'], until: event('run-start') },
  'as the browser starts': { args: ['run'], until: browserRuns },
  'with a browser that stopped as it started': {
    args: ['run'],
    until: async (vitest) => {
      await browserRuns(vitest)
      await stopBrowser(vitest)
    },
  },
  'as a file begins': { args: ['run'], until: event('module-start') },
  'in a test that never ends': { args: ['run', 'hangs'], until: testHangs },
  'in a test that spins': { args: ['run', 'loops'], until: event('module-start') },
  'with a browser that stopped in a test': {
    args: ['run', 'hangs'],
    until: async (vitest) => {
      await testHangs(vitest)
      await stopBrowser(vitest)
    },
  },
  'as a killed browser is opened again': {
    args: ['run', 'hangs'],
    until: async (vitest) => {
      await testHangs(vitest)
      const killed = browsersOf(vitest)
      for (const pid of killed) process.kill(pid, 'SIGKILL')
      await vitest.until(
        () => browsersOf(vitest).some((pid) => !killed.includes(pid)),
        'a new browser',
      )
    },
  },
  'in watch mode, in the middle of a run': { args: ['--watch', 'hangs'], until: testHangs },
  'in watch mode, with a browser that stopped': {
    args: ['--watch', 'hangs'],
    until: async (vitest) => {
      await testHangs(vitest)
      await stopBrowser(vitest)
    },
  },
  'in watch mode, with a test that spins': {
    args: ['--watch', 'loops'],
    until: event('module-start'),
  },
  'in watch mode, after the run': { args: ['--watch', 'quick'], until: event('run-end') },
}

test.setTimeout(120_000)

for (const [name, { args, until }] of Object.entries(moments)) {
  test(`Ctrl-C ${name} ends everything`, async () => {
    await using vitest = startVitest({ fixture, args, tty: true })
    await until(vitest)
    const pressed = performance.now()
    vitest.press(ctrlC)
    await vitest.exited
    const took = performance.now() - pressed
    console.log(`${name}: ${(took / 1000).toFixed(1)} s`)
    expect(took, vitest.output).toBeLessThan(longestEnd)
    await expectNothingLeft(vitest)
  })
}

test('SIGINT without a terminal ends everything, too, even with a browser that stopped', async () => {
  await using vitest = startVitest({ fixture, args: ['run', 'hangs'] })
  await testHangs(vitest)
  await stopBrowser(vitest)
  vitest.kill('SIGINT')
  expect(await vitest.exited).toBe(130)
  await expectNothingLeft(vitest)
})
