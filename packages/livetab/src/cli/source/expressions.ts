import type { Expression, Node, ObjectExpression, ObjectProperty } from '@babel/types'
import { nodesOf, type Source } from './parse-source.ts'

/** Without what only types need: `x as T`, `x satisfies T`, `x!`, `(x)`. */
export function bare(node: Node): Node {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'ParenthesizedExpression':
      return bare(node.expression)
    default:
      return node
  }
}

/** What a name of the file's own top level stands for, as long as it is never assigned again. */
export function constantOf(source: Source, name: string): Expression | undefined {
  for (const statement of source.ast.program.body) {
    const declaration =
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') continue
    for (const { id, init } of declaration.declarations) {
      if (id.type === 'Identifier' && id.name === name && init) return init
    }
  }
  return undefined
}

/** The expression itself, or what it names. */
export function resolved(source: Source, node: Node): Node {
  const inner = bare(node)
  if (inner.type !== 'Identifier') return inner
  const constant = constantOf(source, inner.name)
  return constant ? resolved(source, constant) : inner
}

export function propertyOf(object: ObjectExpression, name: string): ObjectProperty | undefined {
  return object.properties.find(
    (property): property is ObjectProperty =>
      property.type === 'ObjectProperty' && keyOf(property) === name,
  )
}

/** Settings that come from elsewhere, or under a name that is only known at run time. */
export function hasUnknownProperties(object: ObjectExpression): boolean {
  return object.properties.some(
    (property) => property.type === 'SpreadElement' || property.computed,
  )
}

export function keyOf(property: ObjectProperty): string | undefined {
  if (property.computed) return undefined
  if (property.key.type === 'Identifier') return property.key.name
  return property.key.type === 'StringLiteral' ? property.key.value : undefined
}

/** The value under a name, if it is an object written in this file. */
export function objectAt(
  source: Source,
  object: ObjectExpression,
  name: string,
): ObjectExpression | undefined {
  const property = propertyOf(object, name)
  const value = property && resolved(source, property.value)
  return value?.type === 'ObjectExpression' ? value : undefined
}

/** The module that a name was imported or required from. */
export function moduleOf(source: Source, name: string): string | undefined {
  for (const node of nodesOf(source.ast.program)) {
    if (node.type === 'ImportDeclaration') {
      if (node.specifiers.some(({ local }) => local.name === name)) return node.source.value
    } else if (node.type === 'VariableDeclarator' && node.init && declares(node.id, name)) {
      const module = requiredModule(node.init)
      if (module) return module
    }
  }
  return undefined
}

function declares(id: Node, name: string): boolean {
  if (id.type === 'Identifier') return id.name === name
  if (id.type !== 'ObjectPattern') return false
  return id.properties.some(
    (property) =>
      property.type === 'ObjectProperty' &&
      property.value.type === 'Identifier' &&
      property.value.name === name,
  )
}

/** `x` of `require('x')` and of `await import('x')`. */
function requiredModule(node: Node): string | undefined {
  const inner = node.type === 'AwaitExpression' ? node.argument : node
  if (inner.type === 'ImportExpression') {
    return inner.source.type === 'StringLiteral' ? inner.source.value : undefined
  }
  if (inner.type !== 'CallExpression' || inner.callee.type !== 'Identifier') return undefined
  const [argument] = inner.arguments
  if (inner.callee.name !== 'require' || argument?.type !== 'StringLiteral') return undefined
  return argument.value
}
