import type { GrowthPoint } from '../growth.ts'
import { type MemoryByKind, sumByKind } from '../measure/process-tree.ts'
import { megabytes, table } from './format.ts'
import { type Machine, machineLine } from './machine.ts'
import { median } from './stats.ts'

export function perFileMs({ samples, files }: GrowthPoint): number {
  return median(samples.map((sample) => sample.testingMs)) / files
}

export function memoryOf(point: GrowthPoint, value: (memory: MemoryByKind) => number): number {
  return median(point.samples.flatMap(({ peakMemory }) => (peakMemory ? [value(peakMemory)] : [])))
}

export function growthMarkdown(machine: Machine, points: readonly GrowthPoint[]): string {
  const rows = points.map((point) => [
    point.suite,
    point.variant,
    String(point.files),
    String(point.workers),
    (median(point.samples.map((sample) => sample.wallMs)) / 1000).toFixed(1),
    perFileMs(point).toFixed(1),
    megabytes(memoryOf(point, sumByKind)),
    megabytes(memoryOf(point, (memory) => memory.node)),
    megabytes(memoryOf(point, (memory) => memory.renderer)),
  ])
  const head = [
    'suite',
    'variant',
    'files',
    'workers',
    'total s',
    'ms per file',
    'peak memory MB',
    'of it Node',
    'of it renderers',
  ]
  return [machineLine(machine), '', table(head, rows), ''].join('\n')
}
