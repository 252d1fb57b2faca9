import { chromiumArgs, findChromium } from '../cli/chromium.ts'
import type { Variant } from '../cli/variants.ts'
import type { GeneratedSuite, Suite } from '../suites/suite.ts'
import { clearCache, clearOutput, writeSuite } from '../suites/write-suite.ts'
import { type RunRequest, type RunSample, runOnce } from './once.ts'
import { runWatch } from './watch.ts'

export interface MeasureOptions {
  workers?: number
  /** Count requests, which costs time. */
  count?: boolean
  memoryEvery?: number
  /** Forget optimised dependencies first. */
  cold?: boolean
  nodeArgs?: string[]
  chromiumArgs?: string[]
}

/** A suite on disk, ready to be run by any variant. */
export class PreparedSuite {
  readonly suite: Suite
  readonly files: number
  readonly generated: GeneratedSuite
  readonly folder: string

  constructor(suite: Suite, files: number) {
    this.suite = suite
    this.files = files
    this.generated = suite.generate(files)
    this.folder = writeSuite(suite.name, this.generated)
  }

  /** What to run for a variant, after removing what the run before left. */
  prepare(variant: Variant, options: MeasureOptions): RunRequest {
    const { workers, count = false, memoryEvery, cold, nodeArgs } = options
    clearOutput(this.folder)
    if (cold) clearCache(this.folder)
    return {
      folder: this.folder,
      expected: this.generated.expected,
      memoryEvery,
      nodeArgs,
      environment: {
        variant,
        workers,
        count,
        chromium: findChromium(),
        chromiumArgs: [...chromiumArgs(), ...(options.chromiumArgs ?? [])],
      },
    }
  }

  async measure(variant: Variant, options: MeasureOptions): Promise<RunSample> {
    const request = this.prepare(variant, options)
    const { edits } = this.generated
    return edits ? runWatch(request, edits) : (await runOnce(request)).sample
  }
}
