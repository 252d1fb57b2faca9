import process from 'node:process'
import { type NemesisResult, runNemesis } from '../e2e/nemesis-run.ts'

/** Ten seeds with Livetab and the first one with the stock provider, as a table for `docs/reliability.md`. */
const seeds = Number(process.argv[2] ?? 10)

console.log('| seed | provider | ended | faults | files run again | tests wrong or lost | time |')
console.log('| --- | --- | --- | --- | --- | --- | --- |')
let failed = false
for (let seed = 1; seed <= seeds; seed++) {
  const result = await runNemesis(seed, 'livetab')
  failed ||= result.exitCode !== 0 || result.violations.length > 0
  print(seed, 'livetab', result)
  for (const violation of result.violations) console.error(violation)
}
print(1, 'stock', await runNemesis(1, 'stock'))
process.exitCode = failed ? 1 : 0

function print(seed: number, provider: string, result: NemesisResult): void {
  const ended = result.exitCode === null ? 'hangs' : `exit code ${result.exitCode}`
  const cells = [
    seed,
    provider,
    ended,
    result.faults.length,
    result.retried,
    result.violations.length,
    `${result.seconds.toFixed(0)} s`,
  ]
  console.log(`| ${cells.join(' | ')} |`)
}
