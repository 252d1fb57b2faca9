import type { ObjectExpression } from '@babel/types'
import type { MagicString } from 'magic-string'
import { endOf, type Source, startOf } from './parse-source.ts'

/** Adds lines to the end of an object, written with two spaces for each level of its own. */
export function appendToObject(
  source: Source,
  edited: MagicString,
  object: ObjectExpression,
  lines: readonly string[],
): void {
  const outer = indentAt(source, startOf(object))
  const first = object.properties[0]
  const onOwnLine = first && source.code.slice(startOf(object), startOf(first)).includes('\n')
  const unit = indentUnit(source)
  const inner = onOwnLine ? indentAt(source, startOf(first)) : outer + unit
  const text = lines.map((line) => inner + line.replace(/^ +/, (it) => unit.repeat(it.length / 2)))
  const block = `\n${text.join('\n')}`
  const last = object.properties.at(-1)
  if (!last) {
    edited.overwrite(startOf(object), endOf(object), `{${block}\n${outer}}`)
    return
  }
  const end = endOf(last)
  const after = source.code.slice(end, endOf(object) - 1)
  const comma = commaIn(after)
  if (comma === undefined) edited.appendRight(end, ',')
  const rest = end + (comma === undefined ? 0 : comma + 1)
  const lineEnd = source.code.indexOf('\n', rest)
  if (lineEnd !== -1 && lineEnd < endOf(object)) {
    // Behind a comment that belongs to the last line.
    edited.appendRight(lineEnd, block)
  } else {
    edited.appendRight(rest, `${block}\n${outer}`)
    if (rest < endOf(object) - 1) edited.remove(rest, endOf(object) - 1)
  }
}

/** Where a trailing comma is, comments left out. */
function commaIn(text: string): number | undefined {
  const withoutComments = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, (it) => ' '.repeat(it.length))
  const index = withoutComments.indexOf(',')
  return index === -1 ? undefined : index
}

function indentAt({ code }: Source, position: number): string {
  const line = code.slice(code.lastIndexOf('\n', position - 1) + 1, position)
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}

function indentUnit({ code }: Source): string {
  const indents = code.match(/^(?:\t| +)(?=\S)/gm) ?? []
  if (indents.some((it) => it.startsWith('\t'))) return '\t'
  const shortest = Math.min(...indents.map((it) => it.length).filter((length) => length > 1))
  return Number.isFinite(shortest) ? ' '.repeat(shortest) : '  '
}
