import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findViolations } from './nemesis-check.ts'
import { startVitest, type VitestProcess } from './support/vitest-process.ts'

const fixture = 'fixtures/nemesis'

export interface NemesisResult {
  readonly exitCode: number | null
  readonly faults: readonly string[]
  readonly retried: number
  readonly seconds: number
  readonly violations: readonly string[]
}

/** Longer than the slowest machine takes; a run that is still going then hangs. */
const longestRun = 240_000

/** Runs the suite once while everything goes wrong, and says what came of it. */
export async function runNemesis(
  seed: number,
  provider: 'livetab' | 'stock',
  afterwards: (vitest: VitestProcess) => Promise<void> = async () => undefined,
): Promise<NemesisResult> {
  const started = performance.now()
  await using vitest = startVitest({
    fixture,
    args: ['run'],
    env: { NEMESIS_SEED: String(seed), ...(provider === 'stock' ? { NEMESIS_STOCK: '1' } : {}) },
  })
  const exitCode = await Promise.race([
    vitest.exited,
    new Promise<null>((resolve) => setTimeout(resolve, longestRun, null).unref()),
  ])
  const history = vitest.history()
  const result = {
    exitCode,
    faults: faultsIn(history),
    retried: vitest.output.match(/This file was run/g)?.length ?? 0,
    seconds: (performance.now() - started) / 1000,
    violations: findViolations(history, suiteFiles()),
  }
  await afterwards(vitest)
  return result
}

/** The nemesis writes into the same history. */
function faultsIn(history: readonly object[]): string[] {
  return history.flatMap((entry) =>
    'kind' in entry && 'after' in entry ? [String(entry.kind)] : [],
  )
}

function suiteFiles(): string[] {
  const folder = fileURLToPath(new URL(`../${fixture}/files`, import.meta.url))
  return readdirSync(folder).map((name) => `files/${name}`)
}
