import { parseArgs } from 'node:util'
import { fuzz, mostBytesPerCase } from './fuzz/fuzz.ts'
import { AttackTarget } from './support/attack-target.ts'

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '30' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

if (values.help) {
  console.log(`node e2e/fuzz.ts [--cases 100000] [--seed 1] [--minutes 30]

Sends generated requests, handshakes and frames to a running Vitest with Livetab on this machine,
and checks that all of them are answered, that nothing of them is left, and that the run's result is untouched.`)
} else {
  await using target = await AttackTarget.start('playwright', [
    '--api.allowWrite=false',
    '--api.allowExec=false',
  ])
  const report = await fuzz(target, {
    cases: Number(values.cases),
    seed: Number(values.seed),
    longest: Number(values.minutes) * 60_000,
  })
  await target.expectUntouched()
  console.log(JSON.stringify(report, null, 2))
  if (report.bytesPerCase > mostBytesPerCase) {
    throw new Error(`Each case leaves ${report.bytesPerCase} bytes on the heap.`)
  }
}
