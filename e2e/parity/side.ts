import process from 'node:process'

/** One of the two or more things that are compared: stock Vitest first, then candidates. */
export interface Side {
  /** Short and of one length, because it becomes part of paths. */
  id: string
  title: string
  env: Record<string, string>
}

const stockEnv = { LIVETAB_PARITY: 'stock' }

/**
 * `PARITY_CANDIDATE=stock` compares stock with itself, which shows what is not
 * deterministic. `PARITY_VARIANTS` is a JSON list of Livetab's options; every
 * fixture runs once with each of them. The default is one run with no options.
 */
export function chooseSides(): [Side, ...Side[]] {
  const stock: Side = { id: 's0', title: 'stock', env: stockEnv }
  if (process.env.PARITY_CANDIDATE === 'stock') {
    return [stock, { id: 'c1', title: 'stock again', env: stockEnv }]
  }
  const variants: unknown[] = JSON.parse(process.env.PARITY_VARIANTS || '[{}]')
  const candidates = variants.map((options, index) => {
    const json = JSON.stringify(options)
    return {
      id: `c${index + 1}`,
      title: `livetab(${json === '{}' ? '' : json})`,
      env: { LIVETAB_PARITY: 'livetab', LIVETAB_PARITY_OPTIONS: json },
    }
  })
  return [stock, ...candidates]
}
