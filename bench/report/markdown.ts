import type { SuiteResult, VariantResult } from '../compare.ts'
import type { RunSample } from '../measure/once.ts'
import { type ProcessKind, processKinds } from '../measure/proc.ts'
import { sumByKind } from '../measure/process-tree.ts'
import { megabytes, seconds, secondsWithSpread, speedup, table, times } from './format.ts'
import { type Machine, machineLine } from './machine.ts'
import { median } from './stats.ts'

function medianOf(
  samples: readonly RunSample[],
  value: (sample: RunSample) => number | undefined,
): number {
  return median(samples.map(value).filter((found) => found !== undefined))
}

function wall(result: VariantResult): number[] {
  return result.samples.map((sample) => sample.wallMs)
}

function eachVariant(
  results: readonly SuiteResult[],
  row: (result: VariantResult, suite: SuiteResult, control: VariantResult) => string[],
): string[][] {
  return results.flatMap((suite) =>
    suite.variants.map((result) => [
      suite.suite,
      result.variant,
      ...row(result, suite, suite.variants[0] ?? result),
    ]),
  )
}

function timeTable(results: readonly SuiteResult[]): string {
  const head = [
    'suite',
    'variant',
    'files',
    'median s (min–max)',
    'as fast as the control',
    'ms per file',
    'first test s',
  ]
  const rows = eachVariant(results, (result, suite, control) => {
    const perFile = medianOf(result.samples, (sample) => sample.testingMs) / suite.files
    return [
      suite.unit === 'edit' ? `${suite.files}, one edit` : String(suite.files),
      secondsWithSpread(wall(result)),
      result === control ? '1' : times(speedup(wall(control), wall(result))),
      suite.unit === 'edit' ? '–' : perFile.toFixed(1),
      seconds(medianOf(result.samples, (sample) => sample.firstTestMs)),
    ]
  })
  return table(head, rows)
}

function cpuTable(results: readonly SuiteResult[]): string {
  const value = (result: VariantResult, kind: ProcessKind): string =>
    medianOf(result.samples, (sample) => sample.cpu?.[kind]).toFixed(2)
  const rows = eachVariant(results, (result) => [
    ...processKinds.map((kind) => value(result, kind)),
    medianOf(result.samples, (sample) => sample.cpu && sumByKind(sample.cpu)).toFixed(2),
  ])
  return table(['suite', 'variant', ...processKinds, 'sum'], rows)
}

function countTable(results: readonly SuiteResult[]): string {
  const head = [
    'suite',
    'variant',
    'requests',
    'of these repeated',
    'answered 304',
    'MB served',
    'WebSockets',
    'MB over them',
    'peak memory MB',
  ]
  const rows = eachVariant(results, ({ counted }) => {
    const whole = (value: (sample: RunSample) => number | undefined): string => {
      const found = medianOf(counted, value)
      return Number.isFinite(found) ? found.toFixed(0) : '–'
    }
    return [
      whole((sample) => sample.traffic?.requests),
      whole((sample) => sample.traffic?.repeated),
      whole((sample) => sample.traffic?.notModified),
      megabytes(medianOf(counted, (sample) => sample.traffic?.bytes)),
      whole((sample) => sample.traffic?.sockets),
      megabytes(medianOf(counted, (sample) => sample.traffic?.socketBytes)),
      megabytes(medianOf(counted, (sample) => sample.peakMemory && sumByKind(sample.peakMemory))),
    ]
  })
  return table(head, rows)
}

/** The results as tables for people. */
export function comparisonMarkdown(
  machine: Machine,
  results: readonly SuiteResult[],
  rounds: number,
): string {
  const edits = results.flatMap((suite) => (suite.unit === 'edit' ? suite.variants : []))
  const editRows = edits.flatMap(({ variant, samples }) =>
    Object.keys(samples[0]?.edits ?? {}).map((kind) => [
      variant,
      kind,
      secondsWithSpread(samples.map((sample) => sample.edits?.[kind] ?? Number.NaN)),
    ]),
  )
  const workers = results[0]?.variants[0]?.samples[0]?.workers
  return [
    machineLine(machine),
    '',
    `Rounds: ${rounds}, alternating, after one warm-up run each. Workers: ${workers}.`,
    '',
    '### Time',
    '',
    timeTable(results),
    '',
    ...(editRows.length > 0
      ? [
          'Watch mode, from saving a file to its result:',
          '',
          table(['variant', 'edited', 's'], editRows),
          '',
        ]
      : []),
    '### CPU seconds per process',
    '',
    cpuTable(results),
    '',
    '### Requests and memory',
    '',
    countTable(results),
    '',
  ].join('\n')
}
