import { lines, padded, realmTest } from './source.ts'
import type { GeneratedSuite, Suite } from './suite.ts'

const moduleCount = 600

function componentName(index: number): string {
  return `view-${padded(index)}.tsx`
}

function childrenOf(index: number): number[] {
  return [index * 2 + 1, index * 2 + 2].filter((child) => child < moduleCount)
}

function componentSource(index: number): string {
  const children = childrenOf(index)
  return lines(
    "import { useMemo, useState } from 'react'",
    ...children.map((child) => `import { View${child} } from './${componentName(child)}'`),
    '',
    `export interface View${index}Props { level: number; title?: string }`,
    '',
    `export function View${index}({ level, title = 'view ${index}' }: View${index}Props) {`,
    '  const [count, setCount] = useState(0)',
    '  const label = useMemo(() => `${title}, clicked ${count} times`, [title, count])',
    '  return (',
    `    <section data-view="${index}" data-level={level}>`,
    '      <button type="button" onClick={() => setCount(value => value + 1)}>{label}</button>',
    ...children.map((child) => `      <View${child} level={level + 1} />`),
    '    </section>',
    '  )',
    '}',
  )
}

function testSource(index: number): string {
  return lines(
    "import { flushSync } from 'react-dom'",
    "import { createRoot } from 'react-dom/client'",
    "import { expect, test } from 'vitest'",
    `import { View0 } from '../src/${componentName(0)}'`,
    '',
    realmTest(),
    '',
    "test('renders the whole tree', () => {",
    "  const container = document.createElement('div')",
    '  document.body.append(container)',
    '  const root = createRoot(container)',
    `  flushSync(() => root.render(<View0 level={0} title="page ${index}" />))`,
    `  expect(container.querySelectorAll('section')).toHaveLength(${moduleCount})`,
    "  const button = container.querySelector('button')",
    '  flushSync(() => button?.click())',
    `  expect(button?.textContent).toBe('page ${index}, clicked 1 times')`,
    '  flushSync(() => root.unmount())',
    '  container.remove()',
    '})',
  )
}

function generate(files: number): GeneratedSuite {
  const sources = new Map<string, string>()
  for (let index = 0; index < moduleCount; index += 1)
    sources.set(`src/${componentName(index)}`, componentSource(index))
  for (let index = 0; index < files; index += 1)
    sources.set(`tests/react-${padded(index)}.test.tsx`, testSource(index))
  return { sources, config: { jsx: true }, expected: { files, passed: files * 2, failed: 0 } }
}

export const react600: Suite = {
  name: 'react600',
  about: `every file renders a React tree of ${moduleCount} modules`,
  files: { full: 40, short: 6 },
  generate,
}
