import { parseArgs } from 'node:util'
import { findSuite, suites } from '../suites/index.ts'
import type { Suite } from '../suites/suite.ts'
import { parseVariants, type Variant } from './variants.ts'

export interface BenchOptions {
  suites: Suite[]
  variants: Variant[]
  rounds: number
  /** Rounds that count requests and memory instead of taking time. */
  counts: number
  short: boolean
  cold: boolean
  growth: boolean
  /** Empty: the suite's own number. More than one only with `growth`. */
  files: number[]
  /** Empty: Vitest decides. More than one only with `growth`. */
  workers: number[]
  name: string
}

export const help = `Compares Livetab with the stock provider on generated test suites.

  npm run bench -- [options]
  npm run bench -- profile --help     where the milliseconds of a file go
  npm run bench -- rerun --help       from pressing Rerun to the first test

  --suite <name>      run only this suite (repeat it, or separate names with commas);
                      with --growth the default is tiny
  --variants <list>   what to compare; the first one is the control
                      (default: stock,livetab)
                      stock, stock:no-isolate, livetab, livetab:off, livetab:no-isolate,
                      livetab:{"option":"value"}
  --rounds <n>        timed runs of each variant (default: 5, with --short 2, with --growth 1)
  --counts <n>        runs that count requests and memory (default: 3, with --short 1)
  --files <n>         test files in each suite
  --workers <n>       Vitest's maxWorkers (default: Vitest's own choice)
  --short             small suites, a few minutes in all
  --cold              forget optimised dependencies before every run
  --growth            how cost grows with files (100, 300, 1000, 3000) and workers (1, 2, 4);
                      --files and --workers take lists then
  --name <name>       keep the results as bench/results/<name>.json and .md
                      (default: latest, with --growth growth)
  --help              show this text

Suites:
${suites.map((suite) => `  ${suite.name.padEnd(14)}${suite.about} (${suite.files.full} files)`).join('\n')}

Rounds alternate A B, B A, A B, after one warm-up run of each. Every run must report exactly
the tests that were generated, each file in a realm of its own; otherwise its suite has no result.
`

export function parseCount(name: string, text: string, min = 1): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < min)
    throw new Error(`--${name} needs a whole number from ${min} up, not "${text}".`)
  return count
}

function parseCounts(name: string, text: string | undefined): number[] {
  return text === undefined ? [] : text.split(',').map((part) => parseCount(name, part.trim()))
}

/** Undefined when only help was asked for. */
export function parseOptions(args: string[]): BenchOptions | undefined {
  const { values } = parseArgs({
    args,
    options: {
      suite: { type: 'string', multiple: true },
      variants: { type: 'string', default: 'stock,livetab' },
      rounds: { type: 'string' },
      counts: { type: 'string' },
      files: { type: 'string' },
      workers: { type: 'string' },
      short: { type: 'boolean', default: false },
      cold: { type: 'boolean', default: false },
      growth: { type: 'boolean', default: false },
      name: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return undefined
  const { short, cold, growth } = values
  const name = values.name ?? (growth ? 'growth' : 'latest')
  if (!/^[\w-]+$/.test(name))
    throw new Error(`--name takes letters, digits, "-" and "_", not "${name}".`)
  const files = parseCounts('files', values.files)
  const workers = parseCounts('workers', values.workers)
  if (!growth && (files.length > 1 || workers.length > 1))
    throw new Error('--files and --workers take one number each, lists only with --growth.')
  const names = values.suite?.flatMap((list) => list.split(',')).map((part) => part.trim())
  const defaultRounds = growth ? 1 : short ? 2 : 5
  return {
    suites: names?.map(findSuite) ?? (growth ? [findSuite('tiny')] : [...suites]),
    variants: parseVariants(values.variants),
    rounds: values.rounds ? parseCount('rounds', values.rounds) : defaultRounds,
    counts: values.counts ? parseCount('counts', values.counts, 0) : short ? 1 : 3,
    files,
    workers,
    short,
    cold,
    growth,
    name,
  }
}
