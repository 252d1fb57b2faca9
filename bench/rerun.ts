import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import { launchBrowser } from '../e2e/support/browser.ts'
import { startVitest, type VitestProcess } from '../e2e/support/vitest-process.ts'
import { findChromium } from './cli/chromium.ts'
import { parseCount } from './cli/options.ts'
import { runMain } from './cli/run-main.ts'
import { BrokenRunError } from './measure/validate.ts'
import { table } from './report/format.ts'
import { describeMachine, machineLine } from './report/machine.ts'
import { spread } from './report/stats.ts'
import { storeResults } from './report/store.ts'

const help = `How long it takes from pressing Rerun to the first test, and from opening the tab.

  npm run bench -- rerun [--rounds <n>] [--name <name>]

Each round starts Vitest anew, opens its tab in a new browser profile, reloads it and presses Rerun.
The stock provider, which has no Rerun, opens the same tab in between.
`

const fixture = 'fixtures/reload-preview'
const tests = 4

interface Samples {
  readonly stockStart: number[]
  readonly firstStart: number[]
  readonly rerun: number[]
}

/** From `act` to the moment a test runs, as Vitest reports it. */
async function untilFirstTest(
  vitest: VitestProcess,
  run: number,
  act: () => Promise<unknown>,
): Promise<number> {
  const from = Date.now()
  await act()
  await vitest.runsFinished(run)
  const history = vitest.history()
  const begin = history.findLastIndex(({ event }) => event === 'run-start')
  const first = history.slice(begin).find(({ event }) => event === 'test-start')
  if (!first?.time || vitest.resultsOfLastRun().passed !== tests) {
    throw new BrokenRunError(`run ${run} did not pass its ${tests} tests.\n${vitest.output}`)
  }
  return first.time - from
}

function start(stock: boolean): VitestProcess {
  const config = fileURLToPath(new URL('child/preview-config.ts', import.meta.url))
  return startVitest({
    fixture,
    args: ['--watch', '--config', config, '--root', '.'],
    env: stock ? { LIVETAB_BENCH_STOCK: '1' } : {},
  })
}

async function withTab(browser: Browser, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext()
  await work(await context.newPage())
  await context.close()
}

async function measure(browser: Browser, samples: Samples): Promise<void> {
  await withTab(browser, async (page) => {
    await using vitest = start(true)
    const link = await vitest.link()
    samples.stockStart.push(await untilFirstTest(vitest, 1, () => page.goto(link)))
  })
  await withTab(browser, async (page) => {
    await using vitest = start(false)
    const link = await vitest.link()
    samples.firstStart.push(await untilFirstTest(vitest, 1, () => page.goto(link)))
    await page.reload()
    await page.getByRole('button', { name: 'Rerun' }).waitFor()
    samples.rerun.push(await untilFirstTest(vitest, 2, () => page.keyboard.press('Enter')))
  })
}

function report(samples: Samples): string {
  const row = (name: string, values: readonly number[]): string[] => {
    const { median, min, max } = spread(values)
    return [name, `${Math.round(median)} ms`, `${Math.round(min)}–${Math.round(max)} ms`]
  }
  return table(
    ['to the first test', 'median', 'range'],
    [
      row('opening the tab, stock', samples.stockStart),
      row('opening the tab, Livetab', samples.firstStart),
      row('pressing Rerun, Livetab', samples.rerun),
    ],
    1,
  )
}

await runMain(async () => {
  const args = process.argv.slice(2).filter((arg) => arg !== 'rerun')
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '10' },
      name: { type: 'string', default: 'rerun' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(help)
    return
  }
  const rounds = parseCount('rounds', values.rounds)
  const machine = describeMachine(findChromium())
  const browser = await launchBrowser()
  const samples: Samples = { stockStart: [], firstStart: [], rerun: [] }
  try {
    // The first one fills Vite's cache and is not counted.
    await measure(browser, { stockStart: [], firstStart: [], rerun: [] })
    for (let round = 0; round < rounds; round++) await measure(browser, samples)
  } finally {
    await browser.close()
  }
  const markdown = `${machineLine(machine)} ${rounds} rounds.\n\n${report(samples)}\n`
  console.log(markdown)
  const json = JSON.stringify({ machine, rounds, samples }, null, 2)
  storeResults(values.name, { json: `${json}\n`, md: markdown })
})
