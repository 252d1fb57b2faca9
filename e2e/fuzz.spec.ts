import { expect, test } from '@playwright/test'
import { fuzz, mostBytesPerCase } from './fuzz/fuzz.ts'
import { AttackTarget } from './support/attack-target.ts'

test('45,000 generated requests, handshakes and frames are answered and leave nothing behind', async () => {
  test.setTimeout(180_000)
  await using target = await AttackTarget.start('playwright', [
    '--api.allowWrite=false',
    '--api.allowExec=false',
  ])
  const report = await fuzz(target, { cases: 5000, seed: 20_260_101, longest: 120_000 })
  console.log(`fuzz: ${JSON.stringify(report)}`)
  expect(report.requests + report.handshakes + report.frames).toBe(5000)
  // Nobody who was not let in got a socket; Vite answers its own pings.
  expect(report.after.sockets).toBeLessThanOrEqual(report.before.sockets)
  const quick = { cases: 40_000, seed: 20_260_102, longest: 60_000, handshakes: false }
  const longer = await fuzz(target, quick)
  console.log(`fuzz: ${JSON.stringify(longer)}`)
  expect(longer.requests + longer.frames).toBe(quick.cases)
  expect(longer.bytesPerCase).toBeLessThan(mostBytesPerCase)
  await target.expectUntouched()
})
