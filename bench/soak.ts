import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import { launchBrowser } from '../e2e/support/browser.ts'
import { browsersOf } from '../e2e/support/leftovers.ts'
import { startVitest, type VitestProcess } from '../e2e/support/vitest-process.ts'
import { median } from './report/stats.ts'

/** Watch mode for a long time: edits, reruns, reloads of a tab, killed browsers. What does Node hold in the end? */

interface Sample {
  readonly at: number
  readonly heapUsed: number
  readonly rss: number
  readonly handles: number
}

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
const minutes = Number(values.minutes)
const fixture = 'fixtures/recovery-soak'
const edited = fileURLToPath(new URL(`../${fixture}/src/edited.ts`, import.meta.url))
const original = readFileSync(edited, 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'livetab-soak-'))
const samplesFile = join(folder, 'samples.jsonl')

await using browser = await launchBrowser()
await using vitest = startVitest({
  fixture,
  args: ['--watch'],
  tty: true,
  env: { SOAK_SAMPLES: samplesFile, NODE_OPTIONS: '--expose-gc' },
})
const counts = { edits: 0, reruns: 0, kills: 0, reloads: 0 }
try {
  const page = await browser.newPage()
  await page.goto(await vitest.link())
  await vitest.runsFinished(1, 120_000)
  const end = Date.now() + minutes * 60_000
  while (Date.now() < end) {
    await edit()
    await rerun(vitest)
    await rerunAndKill(vitest)
    await reload(vitest, page)
  }
  report(readSamples())
} finally {
  writeFileSync(edited, original)
  rmSync(folder, { recursive: true, force: true })
}

async function edit(): Promise<void> {
  const runs = vitest.finishedRuns()
  counts.edits++
  writeFileSync(edited, `export const stamp = ${counts.edits}\n`)
  await vitest.runsFinished(runs + 1, 120_000)
}

async function rerun(running: VitestProcess): Promise<void> {
  const runs = running.finishedRuns()
  counts.reruns++
  running.press('a')
  await running.runsFinished(runs + 1, 120_000)
}

async function rerunAndKill(running: VitestProcess): Promise<void> {
  const { length } = running.history()
  const runs = running.finishedRuns()
  running.press('a')
  await running.until(
    () =>
      running
        .history()
        .slice(length)
        .some((entry) => entry.event === 'module-start' && entry.project === 'driven'),
    'a driven file',
    120_000,
  )
  for (const pid of browsersOf(running)) {
    counts.kills++
    process.kill(pid, 'SIGKILL')
  }
  await running.runsFinished(runs + 1, 120_000)
}

async function reload(running: VitestProcess, page: Page): Promise<void> {
  const runs = running.finishedRuns()
  counts.reloads++
  await page.reload()
  await page.getByRole('button', { name: 'Rerun', exact: true }).click()
  await running.runsFinished(runs + 1, 120_000)
}

function readSamples(): Sample[] {
  const lines = readFileSync(samplesFile, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Sample)
}

/** The first quarter is warm-up; then the first and the last quarter of the rest are compared. */
function report(samples: readonly Sample[]): void {
  const warm = samples.slice(Math.floor(samples.length / 4))
  const quarter = Math.max(1, Math.floor(warm.length / 4))
  const [before, after] = [warm.slice(0, quarter), warm.slice(-quarter)]
  const { edits, reruns, kills, reloads } = counts
  console.log(
    `${minutes} minutes, ${samples.length} runs: ${edits} edits, ${reruns} reruns, ${kills} killed browsers, ${reloads} reloads.`,
  )
  console.log('| | after warm-up | at the end | change |\n| --- | --- | --- | --- |')
  for (const [name, unit] of [
    ['heapUsed', 1e6],
    ['rss', 1e6],
    ['handles', 1],
  ] as const) {
    const [first, last] = [before, after].map(
      (part) => median(part.map((sample) => sample[name])) / unit,
    ) as [number, number]
    const change = ((last - first) / first) * 100
    console.log(
      `| ${name}${unit === 1 ? '' : ' (MB)'} | ${first.toFixed(1)} | ${last.toFixed(1)} | ${change.toFixed(1)} % |`,
    )
    if (name !== 'rss' && change > 10) process.exitCode = 1
  }
}
