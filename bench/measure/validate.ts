import type { RunResult } from '../child/events.ts'
import type { Variant } from '../cli/variants.ts'
import type { Expected } from '../suites/suite.ts'

/** A run that did not do what was generated. Its time means nothing. */
export class BrokenRunError extends Error {
  override name = 'BrokenRunError'
}

/** Everything in which a run differs from what was generated. Empty for a run that counts. */
export function findFaults(
  result: RunResult,
  expected: Expected,
  exitCode: number | null,
  { isolate }: Variant,
): string[] {
  const faults: string[] = []
  const check = (what: string, actual: unknown, wanted: unknown): void => {
    if (actual !== wanted) faults.push(`${what}: ${String(actual)} instead of ${String(wanted)}`)
  }
  check('files', result.files.length, expected.files)
  check('different files', new Set(result.files).size, expected.files)
  check('passed tests', result.passed, expected.passed)
  check('failed tests', result.failed, expected.failed)
  check('tests neither passed nor failed', result.other, 0)
  check('unhandled errors', result.unhandled.length, 0)
  check('exit code', exitCode, expected.failed > 0 ? 1 : 0)
  if (isolate) check('realms', result.realms, expected.files)
  if (!Number.isFinite(result.firstTestAt)) faults.push('no test told when it started')
  if (faults.length > 0) faults.push(...result.unhandled, ...result.errors)
  return faults
}
