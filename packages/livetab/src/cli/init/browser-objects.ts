import type { Node, ObjectExpression, ObjectProperty } from '@babel/types'
import { bare, hasUnknownProperties, keyOf, propertyOf, resolved } from '../source/expressions.ts'
import { nodesOf, type Source } from '../source/parse-source.ts'
import { NotSafe } from './edit.ts'
import { wrapPaste } from './pastes.ts'

const settings = ['enabled', 'provider', 'instances', 'headless']

/** The `browser: { … }` of every project in the file. */
export function findBrowserObjects(source: Source): ObjectExpression[] {
  const found = new Set<ObjectExpression>()
  for (const node of nodesOf(source.ast.program)) {
    if (node.type !== 'ObjectProperty' || keyOf(node) !== 'test') continue
    const test = resolved(source, node.value)
    if (test.type !== 'ObjectExpression') continue
    const browser = propertyOf(test, 'browser')
    if (browser) found.add(browserObject(source, browser))
  }
  return [...found]
}

function browserObject(source: Source, property: ObjectProperty): ObjectExpression {
  const object = resolved(source, property.value)
  if (object.type !== 'ObjectExpression') {
    throw new NotSafe('its `test.browser` comes from somewhere else', wrapPaste)
  }
  const isKnown = settings.some((name) => propertyOf(object, name))
  if (!isKnown || (hasUnknownProperties(object) && !propertyOf(object, 'provider'))) {
    throw new NotSafe('parts of its `test.browser` come from somewhere else', wrapPaste)
  }
  return object
}

/** The `provider` of the object itself and of its instances. */
export function providersOf(source: Source, browser: ObjectExpression): ObjectProperty[] {
  const own = propertyOf(browser, 'provider')
  const instances = propertyOf(browser, 'instances')
  const list = instances && resolved(source, instances.value)
  const items: Node[] =
    list?.type === 'ArrayExpression' ? list.elements.filter((it) => it !== null) : []
  return [
    ...(own ? [own] : []),
    ...items.flatMap((item) => {
      const object = bare(item)
      const provider =
        object.type === 'ObjectExpression' ? propertyOf(object, 'provider') : undefined
      return provider ? [provider] : []
    }),
  ]
}
