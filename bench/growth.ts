import type { BenchOptions } from './cli/options.ts'
import type { RunSample } from './measure/once.ts'
import { PreparedSuite } from './measure/prepared-suite.ts'

export interface GrowthPoint {
  suite: string
  variant: string
  files: number
  workers: number
  samples: RunSample[]
}

const defaultFiles = [100, 300, 1000, 3000]
const defaultWorkers = [1, 2, 4]

/** Reading memory takes some 40 ms; once in two seconds disturbs a long run little and all variants alike. */
const memoryEvery = 20

/** Runs a suite at several sizes and numbers of workers. */
export async function measureGrowth(options: BenchOptions): Promise<GrowthPoint[]> {
  const points: GrowthPoint[] = []
  const sizes = options.files.length > 0 ? options.files : defaultFiles
  const workerCounts = options.workers.length > 0 ? options.workers : defaultWorkers
  for (const suite of options.suites) {
    for (const files of sizes) {
      const prepared = new PreparedSuite(suite, files)
      for (const workers of workerCounts) {
        const row = options.variants.map((variant) => ({
          variant,
          point: {
            suite: suite.name,
            variant: variant.name,
            files,
            workers,
            samples: [] as RunSample[],
          },
        }))
        for (let round = 0; round < options.rounds; round += 1) {
          for (const { variant, point } of round % 2 === 0 ? row : row.toReversed()) {
            const sample = await prepared.measure(variant, { workers, memoryEvery })
            point.samples.push(sample)
            const perFile = (sample.testingMs / files).toFixed(1)
            console.log(
              `${suite.name} ${files} files ${workers} workers ${variant.name}: ${perFile} ms per file`,
            )
          }
        }
        points.push(...row.map(({ point }) => point))
      }
    }
  }
  return points
}
