import { findChromium } from './cli/chromium.ts'
import { type BenchOptions, help, parseOptions } from './cli/options.ts'
import { runMain } from './cli/run-main.ts'
import { compare } from './compare.ts'
import { measureGrowth } from './growth.ts'
import { BrokenRunError } from './measure/validate.ts'
import { growthMarkdown } from './report/growth-markdown.ts'
import { growthPlot } from './report/growth-plot.ts'
import { describeMachine, type Machine } from './report/machine.ts'
import { comparisonMarkdown } from './report/markdown.ts'
import { storeResults } from './report/store.ts'

function warnIfBusy({ load, cores }: Machine): void {
  if (load > cores * 0.25)
    console.log(`The machine is busy (load ${load} on ${cores} cores): times will vary.`)
}

async function run(options: BenchOptions): Promise<void> {
  const machine = describeMachine(findChromium())
  warnIfBusy(machine)
  const { rounds, name } = options
  const date = new Date().toISOString().slice(0, 10)
  if (options.growth) {
    const points = await measureGrowth(options)
    const markdown = growthMarkdown(machine, points)
    console.log(`\n${markdown}`)
    const json = JSON.stringify({ date, machine, rounds, points }, null, 2)
    storeResults(name, { json: `${json}\n`, md: markdown, svg: growthPlot(points) })
    return
  }
  const { suites, broken } = await compare(options)
  const markdown = comparisonMarkdown(machine, suites, rounds)
  console.log(`\n${markdown}`)
  const json = JSON.stringify(
    { date, machine, rounds, cold: options.cold, suites, broken },
    null,
    2,
  )
  storeResults(name, { json: `${json}\n`, md: markdown })
  if (broken.length > 0) throw new BrokenRunError(`no result for ${broken.join(', ')}`)
}

await runMain(async () => {
  const args = process.argv.slice(2)
  if (args[0] === 'profile') {
    await import('./profile.ts')
    return
  }
  if (args[0] === 'rerun') {
    await import('./rerun.ts')
    return
  }
  const options = parseOptions(args)
  if (options) await run(options)
  else console.log(help)
})
