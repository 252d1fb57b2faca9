import { parseArgs } from 'node:util'
import { findChromium } from './cli/chromium.ts'
import { parseCount } from './cli/options.ts'
import { runMain } from './cli/run-main.ts'
import { parseVariants } from './cli/variants.ts'
import { PreparedSuite } from './measure/prepared-suite.ts'
import { profileMarkdown } from './profile/profile-markdown.ts'
import { profileVariant, type VariantProfile } from './profile/profile-variant.ts'
import { describeMachine } from './report/machine.ts'
import { storeResults } from './report/store.ts'
import { findSuite } from './suites/index.ts'

const help = `Shows where the milliseconds of a test file go: Node, browser, renderer, network.

  npm run bench -- profile [options]

  --suite <name>      the suite to profile (default: graph120)
  --files <n>         test files in it (default: 24; traces grow with it)
  --variants <list>   as for the comparison (default: stock,livetab)
  --workers <n>       Vitest's maxWorkers (default: Vitest's own choice)
  --name <name>       keep the tables as bench/results/<name>.md (default: profile)
  --help              show this text

The profiles themselves stay in bench/.profiles: open *.cpuprofile in DevTools and
chromium-trace.json in Perfetto.
`

async function main(): Promise<void> {
  const { values } = parseArgs({
    // `npm run bench -- profile` leaves its own name among the arguments.
    allowPositionals: true,
    options: {
      suite: { type: 'string', default: 'graph120' },
      files: { type: 'string', default: '24' },
      variants: { type: 'string', default: 'stock,livetab' },
      workers: { type: 'string' },
      name: { type: 'string', default: 'profile' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(help)
  const files = parseCount('files', values.files)
  const workers = values.workers ? parseCount('workers', values.workers) : undefined
  const machine = describeMachine(findChromium())
  const prepared = new PreparedSuite(findSuite(values.suite), files)
  const profiles: VariantProfile[] = []
  for (const variant of parseVariants(values.variants))
    profiles.push(await profileVariant(prepared, variant, workers))
  const markdown = profileMarkdown(machine, values.suite, files, profiles)
  console.log(`\n${markdown}`)
  storeResults(values.name, { md: markdown })
}

await runMain(main)
