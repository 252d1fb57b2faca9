import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import process from 'node:process'
import type { ParityCase } from './case.ts'
import { editWhileWatching } from './drivers/edit-while-watching.ts'
import { openPreviewTab } from './drivers/open-preview-tab.ts'
import { readUi } from './drivers/read-ui.ts'
import { freePort, resumeDebugger } from './drivers/resume-debugger.ts'
import { onlyTheCause } from './loosen.ts'
import { withoutBlobs, withoutTimes } from './noise.ts'
import { nameTexts, writeOddNames } from './prepare.ts'

/** WebDriver needs a driver that fits the browser; Debian's does. */
const chromedriver = [process.env.LIVETAB_CHROMEDRIVER, '/usr/bin/chromedriver'].find(
  (path) => path && existsSync(path),
)
if (!chromedriver) console.warn('parity: webdriverio is not compared, there is no chromedriver')

export const cases: ParityCase[] = [
  { fixture: 'locators' },
  { fixture: 'user-event' },
  { fixture: 'dom-matchers' },
  { fixture: 'cdp' },
  { fixture: 'commands' },
  { fixture: 'network' },
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
        noise: (file, content) =>
          file.endsWith('stored.json') ? Object.keys(JSON.parse(content)).join() : content,
      },
    ],
  },
  { fixture: 'tester-page' },
  { fixture: 'console' },
  { fixture: 'unhandled', steps: [{ unhandledErrors: 6 }] },
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
  {
    fixture: 'navigation',
    steps: [
      { args: ['run', 'fails-reload'], failing: /./ },
      { args: ['run', 'fails-away'], failing: /./ },
    ],
    loosen: onlyTheCause,
  },
  {
    fixture: 'reporters',
    steps: [
      {
        noise: withoutBlobs,
        args: [
          'run',
          '--reporter=json',
          '--reporter=junit',
          '--reporter=html',
          '--reporter=blob',
          '--outputFile.json=out/report.json',
          '--outputFile.junit=out/report.xml',
          '--outputFile.html=out/html/index.html',
          '--outputFile.blob=blobs/one.json',
        ],
      },
      {
        args: ['--mergeReports=blobs', '--reporter=json', '--outputFile.json=out/merged.json'],
        noise: withoutBlobs,
      },
      {
        args: ['run', '--reporter=tap', '--reporter=verbose', '--no-file-parallelism'],
        noise: withoutBlobs,
        output: ({ stdout }) => [withoutTimes(stdout)],
      },
    ],
  },
  {
    fixture: 'ui',
    steps: [
      { args: ['run'] },
      { args: ['watch', '--ui', '--open=false', '--browser.ui=false'], drive: readUi },
    ],
  },
  { fixture: 'watch', steps: [{ args: ['watch'], drive: editWhileWatching }] },
  {
    fixture: 'preview',
    steps: [{ args: ['run'], drive: openPreviewTab }],
  },
  {
    fixture: 'inspect',
    steps: [
      {
        args: ['run'],
        moreArgs: async () => [`--inspect-brk=127.0.0.1:${await freePort()}`],
        drive: resumeDebugger,
      },
    ],
  },
  ...(chromedriver
    ? [{ fixture: 'webdriverio', steps: [{ env: { LIVETAB_CHROMEDRIVER: chromedriver } }] }]
    : []),
]
