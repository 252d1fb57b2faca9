import { expect, test } from 'vitest'
import { manifestProblems } from './manifest-rules.mjs'

const good = {
  type: 'module',
  license: 'MIT',
  description: 'A package',
  keywords: ['livetab'],
  engines: { node: '^22.12.0 || >=24.0.0' },
  sideEffects: false,
  publishConfig: { access: 'public', provenance: true },
  exports: { '.': { types: './a.d.ts', default: './a.js' }, './package.json': './package.json' },
  dependencies: { ws: '^8.0.0' },
}
const files = ['LICENSE', 'README.md', 'package.json', 'a.js', 'a.d.ts']

test('a package that is fit to be published has no problems', () => {
  expect(manifestProblems(good, files)).toEqual([])
})

test.each([
  ['another module system', { type: 'commonjs' }, '"type" is not "module"'],
  ['other engines', { engines: { node: '>=18' } }, '"engines.node" is not'],
  ['side effects', { sideEffects: undefined }, '"sideEffects" is not false'],
  ['no provenance', { publishConfig: { access: 'public' } }, 'provenance" is not true'],
  [
    'a condition for us',
    { exports: { '.': { dev: './src/a.ts', types: './a.d.ts', default: './a.js' } } },
    'has the conditions dev,types,default',
  ],
  ['an install script', { scripts: { postinstall: 'x' } }, 'a script "postinstall"'],
  ['a workspace range', { dependencies: { a: 'workspace:^' } }, '"a" is "workspace:^"'],
])('%s is one', (_, part, expected) => {
  expect(manifestProblems({ ...good, ...part }, files)).toEqual([expect.stringContaining(expected)])
})

test('sources and a missing licence are', () => {
  expect(manifestProblems(good, ['README.md', 'src/a.ts', 'a.js.map'])).toEqual([
    'there is no LICENSE',
    'src/a.ts is published',
    'a.js.map is published',
  ])
})
