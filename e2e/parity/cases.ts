import type { ParityCase } from './case.ts'

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
]
