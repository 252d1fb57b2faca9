import type { Node } from '@babel/types'
import { keyOf, resolved } from './expressions.ts'
import type { Source } from './parse-source.ts'

/** What a configuration can say without running it. */
export type Literal = string | number | boolean | null | Literal[] | { [key: string]: Literal }

/** The value of an expression, or undefined where only running it would tell. */
export function literalOf(source: Source, node: Node): Literal | undefined {
  const value = resolved(source, node)
  switch (value.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return value.value
    case 'NullLiteral':
      return null
    case 'TemplateLiteral':
      return value.expressions.length === 0 ? (value.quasis[0]?.value.cooked ?? '') : undefined
    case 'UnaryExpression': {
      const argument = literalOf(source, value.argument)
      if (value.operator === '!') return typeof argument === 'boolean' ? !argument : undefined
      return value.operator === '-' && typeof argument === 'number' ? -argument : undefined
    }
    case 'BinaryExpression': {
      const [left, right] = [literalOf(source, value.left), literalOf(source, value.right)]
      if (typeof left !== 'number' || typeof right !== 'number') return undefined
      return value.operator === '*' ? left * right : undefined
    }
    case 'ArrayExpression':
      return allOrNothing(value.elements.map((item) => item && literalOf(source, item)))
    case 'ObjectExpression': {
      const entries: [string, Literal][] = []
      for (const property of value.properties) {
        const key = property.type === 'ObjectProperty' ? keyOf(property) : undefined
        const item =
          property.type === 'ObjectProperty' ? literalOf(source, property.value) : undefined
        if (key === undefined || item === undefined) return undefined
        entries.push([key, item])
      }
      return Object.fromEntries(entries)
    }
    default:
      return undefined
  }
}

function allOrNothing(items: (Literal | null | undefined)[]): Literal[] | undefined {
  return items.every((item) => item !== undefined) ? items : undefined
}

export function isRecord(value: unknown): value is Record<string, Literal> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function stringsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  return list.filter((item) => typeof item === 'string')
}
