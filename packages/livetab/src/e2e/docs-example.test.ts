import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const repository = new URL('../../../../', import.meta.url)

test('the example in the docs is the spec that is run', () => {
  const docs = readFileSync(new URL('docs/e2e-helper.md', repository), 'utf8')
  const spec = readFileSync(new URL('e2e/e2e-helper.spec.ts', repository), 'utf8')
  expect(docs).toContain(`\`\`\`ts\n// reload.spec.ts\n${spec}\`\`\``)
})

test('every public member is in the docs', () => {
  const docs = readFileSync(new URL('docs/e2e-helper.md', repository), 'utf8')
  for (const file of ['vitest-process', 'preview-tab']) {
    const source = readFileSync(new URL(`${file}.ts`, import.meta.url), 'utf8')
    const members = [...source.matchAll(/^ {2}(?:readonly |get |async )?([a-z]\w*)\??[(:]/gm)]
    expect(members.length).toBeGreaterThan(3)
    for (const [, name] of members) {
      if (name !== 'constructor') expect(docs).toMatch(new RegExp(`\`${name}\\b`))
    }
  }
})
