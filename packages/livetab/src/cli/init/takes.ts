import { isRecord, stringsOf } from '../source/literals.ts'
import type { Migration, Take } from './migration.ts'

/** Takes that both Karma and Web Test Runner have a use for. */

/** A number, as it is. */
export function numberTo(where: 'test' | 'browser' | 'livetab', name: string): Take {
  return (migration, { name: from, value }) => {
    const number = Number(value)
    if (value === null || !Number.isFinite(number)) return false
    migration[where][name] = number
    migration.moved.push(`\`${from}\` → \`${places[where](name)}\``)
  }
}

const places = {
  test: (name: string) => `test.${name}`,
  browser: (name: string) => `test.browser.${name}`,
  livetab: (name: string) => `livetab(…, { ${name} })`,
}

export function serverSetting(name: 'port' | 'host'): Take {
  return (migration, { name: from, value }) => {
    if (typeof value !== 'string' && typeof value !== 'number') return false
    migration.group('api')[name] = value
    migration.moved.push(`\`${from}\` → \`test.api.${name}\``)
  }
}

/** A setting that Vite or Vitest needs no word about. */
export function notNeeded(because: string): Take {
  return (migration, { name }) => {
    migration.moved.push(`\`${name}\`: not needed, ${because}`)
  }
}

export function byHand(what: string): Take {
  return (migration, { name }) => {
    migration.left.push(`\`${name}\`: ${what}`)
  }
}

export const root: Take = (migration, { name, value }) => {
  if (typeof value !== 'string') return false
  if (['', '.', './'].includes(value)) return
  migration.test['root'] = value
  migration.moved.push(`\`${name}\` → \`test.root\``)
}

/** What Vitest leaves out by itself stays left out. */
export function exclude(migration: Migration, from: string, patterns: readonly string[]): void {
  if (patterns.length === 0) return
  migration.test['exclude'] = ['**/node_modules/**', '**/.git/**', ...patterns]
  migration.moved.push(`\`${from}\` → \`test.exclude\``)
}

export function enableCoverage(migration: Migration, from: string): void {
  migration.group('coverage')['enabled'] = true
  migration.moved.push(`\`${from}\` → \`test.coverage\``)
}

const limits = new Set(['statements', 'branches', 'functions', 'lines'])

export function thresholds(migration: Migration, from: string, value: unknown): void {
  if (!isRecord(value)) return
  const entries = Object.entries(value).filter(
    ([name, limit]) => limits.has(name) && typeof limit === 'number',
  )
  if (entries.length === 0) return
  migration.group('coverage')['thresholds'] = Object.fromEntries(entries)
  migration.moved.push(`\`${from}\` → \`test.coverage.thresholds\``)
}

export function coverageFiles(migration: Migration, from: string, value: unknown): void {
  if (!isRecord(value)) return
  for (const name of ['include', 'exclude']) {
    const patterns = stringsOf(value[name] ?? [])
    if (patterns.length === 0) continue
    migration.group('coverage')[name] = patterns
    migration.moved.push(`\`${from}.${name}\` → \`test.coverage.${name}\``)
  }
}
