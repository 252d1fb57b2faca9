import type { GrowthPoint } from '../growth.ts'
import { sumByKind } from '../measure/process-tree.ts'
import { memoryOf, perFileMs } from './growth-markdown.ts'

const width = 440
const height = 300
const margin = { left: 56, right: 16, top: 36, bottom: 44 }
const colors = ['#b45309', '#1d4ed8', '#047857', '#7c3aed']
const dashes = ['', '6 4', '2 3', '10 3 2 3']

interface Line {
  label: string
  color: string
  dash: string
  points: [files: number, value: number][]
}

function collect(points: readonly GrowthPoint[], value: (point: GrowthPoint) => number): Line[] {
  const variants = [...new Set(points.map((point) => point.variant))]
  const workers = [...new Set(points.map((point) => point.workers))]
  return variants.flatMap((variant, at) =>
    workers.map((count, dashAt) => ({
      label: `${variant}, ${count} worker${count === 1 ? '' : 's'}`,
      color: colors[at % colors.length] ?? '#000',
      dash: dashes[dashAt % dashes.length] ?? '',
      points: points
        .filter((point) => point.variant === variant && point.workers === count)
        .map((point): [number, number] => [point.files, value(point)])
        .filter(([, found]) => Number.isFinite(found)),
    })),
  )
}

/** A step that gives four to eight grid lines with round numbers. */
function roundStep(max: number): number {
  const power = 10 ** Math.floor(Math.log10(max))
  return [0.2, 0.5, 1, 2].map((part) => part * power).find((step) => max / step <= 6) ?? power
}

function chart(title: string, lines: readonly Line[], left: number): string {
  const all = lines.flatMap((line) => line.points)
  const sizes = [...new Set(all.map(([files]) => files))].toSorted((a, b) => a - b)
  const max = Math.max(...all.map(([, value]) => value), 1) * 1.1
  const [low, high] = [Math.log(sizes[0] ?? 1), Math.log(sizes.at(-1) ?? 2)]
  const inner = {
    width: width - margin.left - margin.right,
    height: height - margin.top - margin.bottom,
  }
  const x = (files: number): number =>
    left + margin.left + (high === low ? 0.5 : (Math.log(files) - low) / (high - low)) * inner.width
  const y = (value: number): number => margin.top + (1 - value / max) * inner.height
  const step = roundStep(max)
  const grid = Array.from({ length: Math.floor(max / step) + 1 }, (_, at) => at * step)
  return [
    `<text x="${left + margin.left}" y="22" font-weight="600">${title}</text>`,
    ...grid.flatMap((value) => [
      `<line x1="${left + margin.left}" x2="${left + width - margin.right}" y1="${y(value).toFixed(1)}" y2="${y(value).toFixed(1)}" stroke="#d4d4d8"/>`,
      `<text x="${left + margin.left - 6}" y="${(y(value) + 4).toFixed(1)}" text-anchor="end">${value}</text>`,
    ]),
    ...sizes.map(
      (files) =>
        `<text x="${x(files).toFixed(1)}" y="${height - margin.bottom + 18}" text-anchor="middle">${files}</text>`,
    ),
    `<text x="${left + margin.left + inner.width / 2}" y="${height - 8}" text-anchor="middle">test files</text>`,
    ...lines.map((line) => {
      const path = line.points.map(
        ([files, value]) => `${x(files).toFixed(1)},${y(value).toFixed(1)}`,
      )
      return `<polyline fill="none" stroke="${line.color}" stroke-width="2" stroke-dasharray="${line.dash}" points="${path.join(' ')}"/>`
    }),
    ...lines.flatMap((line) =>
      line.points.map(
        ([files, value]) =>
          `<circle cx="${x(files).toFixed(1)}" cy="${y(value).toFixed(1)}" r="2.5" fill="${line.color}"/>`,
      ),
    ),
  ].join('\n')
}

/** Time per file and peak memory against the number of files, as an SVG picture. */
export function growthPlot(points: readonly GrowthPoint[]): string {
  const time = collect(points, perFileMs)
  const memory = collect(points, (point) => memoryOf(point, sumByKind) / 1e6)
  const legend = time.map((line, at) => {
    const [left, top] = [margin.left + (at % 3) * 270, height + 18 + Math.floor(at / 3) * 20]
    return `<line x1="${left}" x2="${left + 28}" y1="${top - 4}" y2="${top - 4}" stroke="${line.color}" stroke-width="2" stroke-dasharray="${line.dash}"/><text x="${left + 34}" y="${top}">${line.label}</text>`
  })
  const total = { width: width * 2, height: height + 20 + Math.ceil(time.length / 3) * 20 }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${total.width} ${total.height}" font-family="system-ui, sans-serif" font-size="12" fill="#27272a">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    chart('Milliseconds per test file', time, 0),
    chart('Peak memory of all processes, MB', memory, width),
    ...legend,
    '</svg>',
    '',
  ].join('\n')
}
