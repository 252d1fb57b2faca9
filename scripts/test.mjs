import process from 'node:process'
import { needs, setup } from './setup.mjs'
import { argumentsOrHelp } from './setup/help.mjs'
import {
  checkFormat,
  checkLint,
  checkPackages,
  checkTypes,
  checkUnused,
} from './checks/static-checks.mjs'
import { summaryTable, totals } from './checks/summary.mjs'
import { runDocs, runE2e, runUnit } from './checks/test-runs.mjs'

const checks = {
  types: { title: 'Types', run: checkTypes, needs: needs.build },
  lint: { title: 'Lint', run: checkLint, needs: needs.tools },
  format: { title: 'Format', run: checkFormat, needs: needs.tools },
  knip: { title: 'Dead code', run: checkUnused, needs: needs.tools },
  packages: { title: 'Packages as published', run: checkPackages, needs: needs.build },
  docs: { title: 'Documentation', run: runDocs, needs: needs.build },
  unit: { title: 'Unit tests', run: runUnit, needs: needs.build },
  e2e: { title: 'End-to-end tests', run: runE2e, needs: needs.everything },
}

const names = Object.keys(checks)
const { only, rest } = parse(
  argumentsOrHelp(`
npm test [-- --only <check>] [-- <arguments for that check>]

Runs all checks, whatever fails on the way, and ends with "N passed, N failed".
Sets the clone up first.
  npm test -- --only unit                       one of: ${names.join(', ')}
  npm test -- --only unit -- -t reservations    passes "-t reservations" on to Vitest
  npm test -- --only e2e -- reload-idle         passes "reload-idle" on to Playwright
`),
)

const context = await setup(only ? checks[only].needs : needs.everything)
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    interrupted = true
  })
}
const rows = []
for (const name of only ? [only] : names) {
  const { title, run } = checks[name]
  console.log(`\n— ${title} —`)
  const started = performance.now()
  const counts = await run(context, rest)
  rows.push({ name, ...counts, seconds: (performance.now() - started) / 1000 })
  if (interrupted) {
    console.log('\nStopped. The checks after this one did not run.')
    process.exit(130)
  }
}

const { passed, failed } = totals(rows)
process.exitCode = failed === 0 ? 0 : 1
console.log(`\n${summaryTable(rows)}\n`)
console.log(`${passed} passed, ${failed} failed`)

function parse(args) {
  const [flag, only, ...others] = args
  const rest = others[0] === '--' ? others.slice(1) : others
  if (args.length === 0) return { only: undefined, rest: [] }
  if (flag === '--only' && names.includes(only)) return { only, rest }
  console.error(`npm test takes "--only <check>" first, with one of: ${names.join(', ')}.`)
  console.error('Arguments for a check come after it. See: npm test -- --help')
  process.exit(1)
}
