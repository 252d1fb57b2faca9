import type { BlockStatement, Node, ObjectExpression } from '@babel/types'
import { bare, constantOf, resolved } from './expressions.ts'
import { nodesOf, type Source } from './parse-source.ts'

/** The object that a configuration file exports, if it can be found for certain. */
export function findConfigObject(source: Source): ObjectExpression | undefined {
  const exported = exportedValue(source)
  return exported && objectBehind(source, exported)
}

function exportedValue(source: Source): Node | undefined {
  for (const statement of source.ast.program.body) {
    if (statement.type === 'ExportDefaultDeclaration') return statement.declaration
    if (statement.type !== 'ExpressionStatement') continue
    const { expression } = statement
    if (expression.type !== 'AssignmentExpression') continue
    if (isModuleExports(expression.left)) return expression.right
  }
  return undefined
}

function isModuleExports(node: Node): boolean {
  return (
    node.type === 'MemberExpression' &&
    node.object.type === 'Identifier' &&
    node.object.name === 'module' &&
    node.property.type === 'Identifier' &&
    node.property.name === 'exports'
  )
}

function objectBehind(source: Source, node: Node): ObjectExpression | undefined {
  const value = resolved(source, node)
  switch (value.type) {
    case 'ObjectExpression':
      return value
    case 'CallExpression':
      return objectOfCall(source, value.callee, value.arguments)
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return value.body.type === 'BlockStatement'
        ? objectReturned(source, value.body)
        : objectBehind(source, value.body)
    case 'AwaitExpression':
      return objectBehind(source, value.argument)
    default:
      return undefined
  }
}

function objectOfCall(source: Source, callee: Node, args: Node[]): ObjectExpression | undefined {
  if (callee.type !== 'Identifier') return undefined
  // Later arguments of mergeConfig win, and an earlier one is often another file's.
  const candidates = callee.name === 'mergeConfig' ? args.toReversed() : args.slice(0, 1)
  if (!['defineConfig', 'defineProject', 'mergeConfig'].includes(callee.name)) return undefined
  for (const candidate of candidates) {
    const object = objectBehind(source, candidate)
    if (object) return object
  }
  return undefined
}

/** What a function returns, if there is one place where it does. */
function objectReturned(source: Source, body: BlockStatement): ObjectExpression | undefined {
  const returns = [...nodesOf(body, isFunction)].flatMap((node) =>
    node.type === 'ReturnStatement' && node.argument ? [node.argument] : [],
  )
  const [only] = returns
  if (returns.length !== 1 || !only) return undefined
  const value = bare(only)
  if (value.type === 'Identifier') {
    const local = localConstant(body, value.name) ?? constantOf(source, value.name)
    return local && objectBehind(source, local)
  }
  return objectBehind(source, value)
}

function isFunction(node: Node): boolean {
  return /Function|ObjectMethod|ClassMethod/.test(node.type)
}

function localConstant(body: BlockStatement, name: string): Node | undefined {
  for (const statement of body.body) {
    if (statement.type !== 'VariableDeclaration' || statement.kind !== 'const') continue
    for (const { id, init } of statement.declarations) {
      if (id.type === 'Identifier' && id.name === name && init) return init
    }
  }
  return undefined
}
