import { toString } from 'mdast-util-to-string'
import type { RootContent } from 'mdast'
import { expect, test } from 'vitest'
import { helperOptionsInTypes, optionsInTypes } from './option-types.ts'
import { readPage } from './pages.ts'

interface Section {
  readonly name: string
  readonly content: readonly RootContent[]
}

const page = readPage('docs/options.md')

/** An option's part of the page begins with a heading that is its name, set as code. */
const sections: Section[] = []
for (const node of page.tree.children) {
  const [title] = node.type === 'heading' ? node.children : []
  if (node.type === 'heading') {
    sections.push({ name: title?.type === 'inlineCode' ? title.value : '', content: [] })
  } else {
    const current = sections.at(-1)
    if (current) sections[sections.length - 1] = { ...current, content: [...current.content, node] }
  }
}
const documented = sections.filter(({ name }) => name !== '')
const options = optionsInTypes()

test('every option of the types is in the docs, and the other way round', () => {
  expect(documented.map(({ name }) => name)).toEqual(options.map(({ name }) => name))
})

test.for(options.filter(({ name }) => name !== 'sockets'))(
  'the default of $name is what its JSDoc says',
  ({ name, default: value }) => {
    expect(value, 'a @default in the JSDoc').toBeDefined()
    expect(defaultOf(section(name))).toBe(value?.replaceAll('`', ''))
  },
)

test.for(options)('$name has an example that uses it', ({ name }) => {
  const code = section(name).content.find((node) => node.type === 'code')

  expect(code?.value).toContain(`${name.split('.').at(-1)}:`)
})

test('the overview has the same options', () => {
  const table = page.tree.children.find((node) => node.type === 'table')
  const names = table?.children.slice(1).map((row) => toString(row.children[0]))

  expect(names).toEqual(options.map(({ name }) => name))
})

test('every option of the e2e helper is in its docs with its default, and the other way round', () => {
  const table = readPage('docs/e2e-helper.md').tree.children.find((node) => node.type === 'table')
  const rows = table?.children.slice(1).map(({ children: [name, value] }) => ({
    name: toString(name),
    default: toString(value) || undefined,
  }))

  expect(rows).toEqual(helperOptionsInTypes())
})

function section(name: string): Section {
  const found = documented.find((it) => it.name === name)
  if (!found) throw new Error(`docs/options.md has no part about "${name}".`)
  return found
}

/** What the list under the heading says behind "Default:". */
function defaultOf({ content }: Section): string | undefined {
  const list = content.find((node) => node.type === 'list')
  const item = list?.children.map((node) => toString(node)).find((it) => it.startsWith('Default: '))
  return item?.slice('Default: '.length)
}
