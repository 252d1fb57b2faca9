import { isRecord, type Literal, stringsOf } from '../source/literals.ts'
import type { Take } from './migration.ts'

/** Karma loads scripts into the page; Vitest runs test files, which import what they need. */
export const files: Take = (migration, { value }) => {
  if (!Array.isArray(value)) return false
  const served = value.filter((item) => isRecord(item) && item['included'] === false)
  if (served.length > 0) {
    migration.moved.push('`files` that are only served: not needed, Vite serves the project')
  }
  const loaded = value.filter((item) => !served.includes(item))
  const patterns = loaded.map((item) => patternOf(item)).filter((item) => item !== undefined)
  const tests = patterns.filter((pattern) => isTest(pattern))
  const setup = patterns.filter((pattern) => !isTest(pattern) && isSetup(pattern))
  if (tests.length > 0) {
    migration.test['include'] = tests
    migration.moved.push('`files` with tests → `test.include`')
  }
  if (setup.length > 0) {
    migration.test['setupFiles'] = setup
    migration.moved.push(`\`files: ${setup.join(', ')}\` → \`test.setupFiles\``)
  }
  for (const pattern of patterns) {
    if (tests.includes(pattern) || setup.includes(pattern)) continue
    migration.left.push(
      `\`files: ${pattern}\`: import it where it is needed, or name it in \`test.setupFiles\`.`,
    )
  }
  return patterns.length === loaded.length
}

/** Files that are called tests, or many files that lie among tests. */
function isTest(pattern: string): boolean {
  if (/(^|[/._-])(spec|test)s?\.[cm]?[jt]sx?$/i.test(pattern)) return true
  return pattern.includes('*') && /spec|test/i.test(pattern)
}

/** One file that lies among tests and is none. */
function isSetup(pattern: string): boolean {
  return !pattern.includes('*') && /(^|\/)(specs?|tests?)\//i.test(pattern)
}

function patternOf(item: Literal): string | undefined {
  if (typeof item === 'string') return item
  return isRecord(item) && typeof item['pattern'] === 'string' ? item['pattern'] : undefined
}

export const frameworks: Take = (migration, { value }) => {
  if (value === undefined) return false
  for (const name of stringsOf(value)) {
    if (name === 'mocha' || name === 'jasmine') {
      migration.test['globals'] = true
      migration.moved.push(`\`frameworks: ${name}\` → \`test.globals\``)
    } else if (['webpack', 'esbuild', 'browserify', 'vite', 'karma-typescript'].includes(name)) {
      migration.moved.push(`\`frameworks: ${name}\`: not needed, Vite compiles what tests import`)
    } else if (name === 'chai') {
      migration.moved.push("`frameworks: chai`: Vitest's `expect` and `assert` have its assertions")
    } else {
      migration.left.push(`\`frameworks: ${name}\`: import it in a file of \`test.setupFiles\`.`)
    }
    if (name === 'jasmine') {
      migration.left.push(
        '`jasmine.*` and `spyOn`: write `vi.fn()` and `vi.spyOn()`; see https://vitest.dev/api/vi',
      )
    }
  }
}
