import process from 'node:process'
import { expect, test } from '@playwright/test'
import { runNemesis } from './nemesis-run.ts'
import { expectNothingLeft } from './support/leftovers.ts'

const seeds = Number(process.env['NEMESIS_SEEDS'] ?? 2)

test.setTimeout(300_000)

for (let seed = 1; seed <= seeds; seed++) {
  test(`invariants 4, 10 and 11: 64 files survive 22 faults (seed ${seed})`, async () => {
    const result = await runNemesis(seed, 'livetab', expectNothingLeft)
    console.log(
      `seed ${seed}: ${result.faults.length} faults, ${result.retried} files run again, ${result.seconds.toFixed(0)} s`,
    )
    expect(result.violations).toEqual([])
    expect(result.exitCode).toBe(0)
    expect(result.faults.length).toBeGreaterThanOrEqual(20)
    expect(result.retried).toBeGreaterThan(0)
  })
}
