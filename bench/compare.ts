import type { BenchOptions } from './cli/options.ts'
import type { Variant } from './cli/variants.ts'
import type { RunSample } from './measure/once.ts'
import { PreparedSuite } from './measure/prepared-suite.ts'
import { BrokenRunError } from './measure/validate.ts'
import type { Suite } from './suites/suite.ts'

export interface VariantResult {
  variant: string
  /** Timed runs; the nth of each variant belong to the same round. */
  samples: RunSample[]
  /** Runs that counted requests and memory. */
  counted: RunSample[]
}

export interface SuiteResult {
  suite: string
  about: string
  files: number
  tests: number
  /** What the times mean: a whole run, or a single edit in watch mode. */
  unit: 'run' | 'edit'
  variants: VariantResult[]
}

/** A round memory is read in: every second sample sees the peak of a short run. */
const memoryEvery = 2

/** A B, then B A, then A B: what drifts during the session meets all variants alike. */
function* alternating(variants: readonly Variant[], rounds: number): Generator<[number, Variant]> {
  for (let round = 0; round < rounds; round += 1)
    for (const variant of round % 2 === 0 ? variants : variants.toReversed()) yield [round, variant]
}

function log(suite: string, what: string, variant: Variant, sample: RunSample): void {
  const seconds = (sample.wallMs / 1000).toFixed(2)
  console.log(`${suite.padEnd(13)} ${what.padEnd(11)} ${variant.name.padEnd(12)} ${seconds} s`)
}

async function compareSuite(suite: Suite, options: BenchOptions): Promise<SuiteResult> {
  const files = options.files[0] ?? suite.files[options.short ? 'short' : 'full']
  const prepared = new PreparedSuite(suite, files)
  const { variants, rounds, counts, cold } = options
  const workers = options.workers[0]
  const results = new Map<Variant, VariantResult>(
    variants.map((variant) => [variant, { variant: variant.name, samples: [], counted: [] }]),
  )
  for (const variant of variants)
    log(suite.name, 'warm-up', variant, await prepared.measure(variant, { workers, cold }))
  for (const [round, variant] of alternating(variants, rounds)) {
    const sample = await prepared.measure(variant, { workers, cold })
    results.get(variant)?.samples.push(sample)
    log(suite.name, `round ${round + 1}/${rounds}`, variant, sample)
  }
  for (const [round, variant] of alternating(variants, counts)) {
    const sample = await prepared.measure(variant, { workers, cold, count: true, memoryEvery })
    results.get(variant)?.counted.push(sample)
    log(suite.name, `count ${round + 1}/${counts}`, variant, sample)
  }
  const { expected, edits } = prepared.generated
  return {
    suite: suite.name,
    about: suite.about,
    files,
    tests: expected.passed + expected.failed,
    unit: edits ? 'edit' : 'run',
    variants: [...results.values()],
  }
}

export interface Comparison {
  suites: SuiteResult[]
  /** Suites with a broken run; they have no result. */
  broken: string[]
}

/** Runs every suite with every variant, one process at a time. A broken run costs its suite the result. */
export async function compare(options: BenchOptions): Promise<Comparison> {
  const comparison: Comparison = { suites: [], broken: [] }
  for (const suite of options.suites) {
    try {
      comparison.suites.push(await compareSuite(suite, options))
    } catch (error) {
      if (!(error instanceof BrokenRunError)) throw error
      console.error(`Broken run: ${error.message}\n`)
      comparison.broken.push(suite.name)
    }
  }
  return comparison
}
