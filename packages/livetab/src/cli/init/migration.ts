import type { Node, ObjectExpression } from '@babel/types'
import { keyOf } from '../source/expressions.ts'
import { isRecord, type Literal, literalOf } from '../source/literals.ts'
import { type Source, textOf } from '../source/parse-source.ts'
import type { Printable } from '../source/print-value.ts'

type Settings = Record<string, Printable>

/** What another runner's configuration comes to in Vitest. */
export class Migration {
  /** What goes into `test`, besides `browser`. */
  readonly test: Settings = {}
  /** What goes into `test.browser`, besides the provider and its instances. */
  readonly browser: Settings = {}
  /** What goes beside `test`. */
  readonly vite: Settings = {}
  /** Options of `livetab()`. */
  readonly livetab: Settings = {}
  /** Options of the provider. */
  readonly provider: Settings = {}
  readonly browsers: string[] = []
  headless = true
  /** What was taken over, in the reader's words. */
  readonly moved: string[] = []
  /** What was not, and what to do about it. */
  readonly left: string[] = []

  addBrowser(name: string): void {
    if (!this.browsers.includes(name)) this.browsers.push(name)
  }

  /** Settings of an object inside `test`, such as `coverage`. */
  group(name: string): Settings {
    const existing = this.test[name]
    if (isRecord(existing)) return existing
    const group: Settings = {}
    this.test[name] = group
    return group
  }
}

export interface Setting {
  readonly name: string
  readonly node: Node
  /** Its value, where the file says it without being run. */
  readonly value: Literal | undefined
  readonly text: string
}

/** Takes one setting over and says so, or gives false where it cannot. */
export type Take = (migration: Migration, setting: Setting) => boolean | void

/** Goes through all settings of the other runner, so that none is lost without a word. */
export function takeOver(
  source: Source,
  config: ObjectExpression,
  known: Readonly<Record<string, Take>>,
): Migration {
  const migration = new Migration()
  for (const property of config.properties) {
    if (property.type === 'SpreadElement') {
      migration.left.push(`\`${textOf(source, property)}\`: settings from elsewhere were not read.`)
      continue
    }
    const name = property.type === 'ObjectProperty' ? keyOf(property) : undefined
    if (name === undefined || property.type !== 'ObjectProperty') {
      migration.left.push(
        `\`${firstLine(textOf(source, property))}\`: only running it would tell what it says.`,
      )
      continue
    }
    const node = property.value
    const setting = {
      name,
      node,
      value: literalOf(source, node),
      text: firstLine(textOf(source, node)),
    }
    const take = Object.hasOwn(known, name) ? known[name] : undefined
    if (!take) migration.left.push(`\`${name}\` has no counterpart in Vitest.`)
    else if (take(migration, setting) === false) {
      migration.left.push(
        `\`${name}: ${setting.text}\` cannot be read without running it; set it yourself.`,
      )
    }
  }
  return migration
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n')
  return line.length < text.length || line.length > 60 ? `${line.slice(0, 60)} …` : line
}
