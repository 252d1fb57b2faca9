import { cp, readdir, rename } from 'node:fs/promises'
import type { ParityCase } from './case.ts'
import type { Workspace } from './workspace.ts'

export const cases: ParityCase[] = [
  { fixture: 'locators' },
  { fixture: 'user-event' },
  { fixture: 'dom-matchers' },
  { fixture: 'cdp' },
  { fixture: 'commands' },
  { fixture: 'mocks' },
  { fixture: 'mocks-intercept' },
  { fixture: 'mocks-outside-root' },
  { fixture: 'modules' },
  {
    fixture: 'snapshots',
    steps: [
      { args: ['run'] },
      { args: ['run'] },
      {
        args: ['run'],
        failing: /fails:|a changing value|inline snapshots > a value|a file of its own/,
        before: async ({ edit }) => {
          await edit('file.test.ts', 'version 1', 'version 2')
          await edit('file.test.ts', "toMatchSnapshot('second')", "toMatchSnapshot('renamed')")
          await edit('inline.test.ts', "{ name: 'Ada' }", "{ name: 'Grace' }")
          await edit('raw.test.ts', 'Hello', 'Good morning')
        },
      },
      { args: ['run', '--update'] },
    ],
  },
  { fixture: 'aria-snapshots' },
  {
    fixture: 'screenshots',
    steps: [
      { args: ['run'], failing: /match\.test\.ts/ },
      { args: ['run'] },
      {
        args: ['run'],
        failing: /> (?:a box|the page)$/,
        before: ({ edit }) => edit('match.test.ts', '#0a7', '#70a'),
      },
      { args: ['run', '-u'] },
    ],
  },
  { fixture: 'failure-screenshots' },
  { fixture: 'traces' },
  { fixture: 'trace-view' },
  { fixture: 'coverage' },
  { fixture: 'setup' },
  { fixture: 'env-define' },
  { fixture: 'in-source' },
  { fixture: 'workers' },
  { fixture: 'tester-html' },
  { fixture: 'orchestrator-scripts' },
  { fixture: 'headers' },
  { fixture: 'https' },
  { fixture: 'host' },
  { fixture: 'instances' },
  { fixture: 'projects' },
  { fixture: 'no-isolate' },
  {
    fixture: 'parallelism',
    steps: [
      { args: ['run', '--no-file-parallelism'] },
      { args: ['run', '--maxWorkers=2'] },
      { args: ['run', '--maxWorkers=1', '--no-isolate'] },
    ],
  },
  { fixture: 'bail' },
  { fixture: 'retry' },
  {
    fixture: 'shard',
    steps: [
      { args: ['run', '--shard=1/3'] },
      { args: ['run', '--shard=2/3'] },
      { args: ['run', '--shard=3/3'] },
    ],
  },
  {
    fixture: 'filters',
    steps: [
      { args: ['run', '-t', 'adds an'] },
      { args: ['run', '-t', 'counts \\(with signs\\) \\[a\\] \\$1'] },
      { args: ['run', 'account'] },
      // Vitest 5.1.0 looks for the line before it maps positions, and finds nothing.
      { args: ['run', 'cart.test.ts:8'], failing: /cart/ },
      { args: ['run', '--tags-filter', 'slow && !flaky'] },
      { args: ['run', '--exclude', '**/cart*'] },
      { args: ['run', 'no-such-file'] },
      { args: ['list'], reporter: false, output: ({ stdout }) => [stdout] },
      { args: ['list', '--json'], reporter: false, output: ({ stdout }) => [stdout] },
      { args: ['list', '--filesOnly'], reporter: false, output: ({ stdout }) => [stdout] },
      { args: ['--list-tags'], reporter: false, output: ({ stdout }) => [stdout] },
    ],
  },
  {
    fixture: 'bench',
    steps: [
      {
        args: ['bench', '--run'],
        noise: (file, content) => (file.endsWith('stored.json') ? Object.keys(JSON.parse(content)).join() : content),
      },
    ],
  },
  { fixture: 'tester-page' },
  { fixture: 'console' },
  { fixture: 'unhandled', steps: [{ unhandledErrors: 5 }] },
  { fixture: 'dialogs' },
  {
    fixture: 'stacks',
    prepare: ({ path }) =>
      cp(path('dependency'), path('node_modules/parity-dependency'), { recursive: true }),
  },
  { fixture: 'names', prepare: writeOddNames },
  { fixture: 'otel' },
  { fixture: 'hooks' },
  { fixture: 'modifiers' },
  { fixture: 'fails-to-load', prepare: nameTexts },
  { fixture: 'navigation' },
]

/** Names that Git or other systems cannot hold are made from the plain file. */
async function writeOddNames({ read, write }: Workspace): Promise<void> {
  const content = await read('plain.test.ts')
  const names = ['with space', 'hash # mark', 'question? mark', '100% sure %20', `quotes ' " \``, 'Привет 你好 é', 'brackets [id] (a) {b}', 'amp & plus + = @']
  for (const name of names) {
    await write(`${name}.test.ts`, content.replaceAll('./lib/plain.ts', `./lib/${name}.ts`))
    await write(`lib/${name}.ts`, "export const value: string = 'original'\n")
  }
}

/** Files that no parser accepts are kept as texts, out of reach of linters and formatters. */
async function nameTexts({ path }: Workspace): Promise<void> {
  for (const file of await readdir(path('.'))) {
    if (file === 'broken.txt') await rename(path(file), path('broken.ts'))
    else if (file.endsWith('.txt')) await rename(path(file), path(`fails-${file.replace('.txt', '.test.ts')}`))
  }
}
