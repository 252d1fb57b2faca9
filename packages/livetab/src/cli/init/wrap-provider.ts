import type { Node, ObjectProperty } from '@babel/types'
import type { MagicString } from 'magic-string'
import { isProviderName, type ProviderName, providers } from '../providers.ts'
import { bare, constantOf, moduleOf } from '../source/expressions.ts'
import { endOf, type Source, startOf } from '../source/parse-source.ts'
import { NotSafe } from './edit.ts'
import { wrapPaste } from './pastes.ts'

export interface Wrapping {
  readonly source: Source
  readonly edited: MagicString
  /** Names that the edited file needs, and where they come from. */
  readonly imports: Map<string, string>
  readonly notes: string[]
}

/** Puts `livetab()` around one provider. */
export function wrapProvider(wrapping: Wrapping, property: ObjectProperty): void {
  const { source, edited, imports, notes } = wrapping
  const { value } = property
  const inner = bare(value)
  if (inner.type === 'StringLiteral') {
    const name = inner.value
    if (!isProviderName(name)) throw new NotSafe(`it has no provider called "${name}"`, wrapPaste)
    edited.overwrite(startOf(value), endOf(value), `livetab(${name}())`)
    imports.set(name, providers[name].module)
    notes.push(`A provider is called since Vitest 4: \`${name}()\` instead of \`'${name}'\`.`)
  } else {
    if (isWrapped(source, inner)) return
    assertProvider(source, inner)
    if (property.shorthand) edited.appendLeft(startOf(value), 'provider: ')
    edited.appendLeft(startOf(value), 'livetab(')
    edited.appendRight(endOf(value), ')')
  }
  imports.set('livetab', 'livetab')
}

function isWrapped(source: Source, node: Node): boolean {
  const value = bare(node)
  if (value.type === 'Identifier') {
    const constant = constantOf(source, value.name)
    return constant !== undefined && isWrapped(source, constant)
  }
  return (
    value.type === 'CallExpression' &&
    value.callee.type === 'Identifier' &&
    moduleOf(source, value.callee.name) === 'livetab'
  )
}

/** Anything that may have been wrapped elsewhere is not wrapped again. */
function assertProvider(source: Source, node: Node): void {
  const value = bare(node)
  if (value.type === 'Identifier') {
    const constant = constantOf(source, value.name)
    if (!constant) {
      throw new NotSafe(`its provider \`${value.name}\` is made somewhere else`, wrapPaste)
    }
    if (bare(constant).type === 'StringLiteral') {
      throw new NotSafe(`its provider \`${value.name}\` is only a name`, wrapPaste)
    }
    assertProvider(source, constant)
  } else if (value.type === 'ConditionalExpression') {
    for (const branch of [value.consequent, value.alternate]) {
      if (isWrapped(source, branch)) {
        throw new NotSafe('one of its two providers is wrapped and the other is not', wrapPaste)
      }
      assertProvider(source, branch)
    }
  } else if (value.type === 'CallExpression' && value.callee.type === 'Identifier') {
    const module = moduleOf(source, value.callee.name)
    if (module === undefined || /^[./#]/.test(module)) {
      throw new NotSafe(`its provider comes from \`${value.callee.name}()\``, wrapPaste)
    }
  } else {
    throw new NotSafe('its provider is not made by a call in this file', wrapPaste)
  }
}

/** Which of Vitest's providers the expression may end up with. */
export function providerNames(source: Source, node: Node): ProviderName[] {
  const value = bare(node)
  if (value.type === 'StringLiteral') return isProviderName(value.value) ? [value.value] : []
  if (value.type === 'ConditionalExpression') {
    return [value.consequent, value.alternate].flatMap((branch) => providerNames(source, branch))
  }
  if (value.type === 'Identifier') {
    const constant = constantOf(source, value.name)
    return constant ? providerNames(source, constant) : []
  }
  if (value.type !== 'CallExpression' || value.callee.type !== 'Identifier') return []
  const module = moduleOf(source, value.callee.name)
  if (module === 'livetab') {
    return value.arguments.slice(0, 1).flatMap((argument) => providerNames(source, argument))
  }
  const entry = Object.entries(providers).find(([, provider]) => provider.module === module)
  return entry ? [entry[0] as ProviderName] : []
}
