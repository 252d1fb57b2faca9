export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const above = sorted[Math.floor(middle)]
  if (above === undefined) return Number.NaN
  const below = sorted[Math.ceil(middle) - 1] ?? above
  return sorted.length % 2 === 0 ? (above + below) / 2 : above
}

export interface Spread {
  median: number
  min: number
  max: number
}

export function spread(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) }
}
