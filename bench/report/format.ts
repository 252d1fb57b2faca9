import { type Spread, spread } from './stats.ts'

export function seconds(ms: number): string {
  return Number.isFinite(ms) ? (ms / 1000).toFixed(2) : '–'
}

export function secondsWithSpread(values: readonly number[]): string {
  const { median, min, max } = spread(values)
  return `${seconds(median)} (${seconds(min)}–${seconds(max)})`
}

export function megabytes(bytes: number | undefined): string {
  return bytes === undefined || !Number.isFinite(bytes)
    ? '–'
    : (bytes / 1e6).toFixed(bytes < 1e7 ? 2 : 0)
}

/** How many times as fast as the control, from paired rounds. */
export function speedup(control: readonly number[], values: readonly number[]): Spread {
  const paired = values.map((value, round) => (control[round] ?? Number.NaN) / value)
  const { min, max } = spread(paired)
  return { median: spread(control).median / spread(values).median, min, max }
}

export function times({ median, min, max }: Spread): string {
  return `**${median.toFixed(2)}×** (${min.toFixed(2)}–${max.toFixed(2)})`
}

/** A Markdown table; numbers are aligned right except in the first columns. */
export function table(head: string[], rows: string[][], leftColumns = 2): string {
  const rule = head.map((_, column) => (column < leftColumns ? '---' : '---:'))
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
