import type { ObjectExpression } from '@babel/types'
import { findConfigObject } from '../source/config-object.ts'
import { resolved } from '../source/expressions.ts'
import { isRecord, stringsOf } from '../source/literals.ts'
import { nodesOf, parseSource, type Source } from '../source/parse-source.ts'
import { addBrowsers, keepLaunchers } from './karma-browsers.ts'
import { files, frameworks } from './karma-files.ts'
import { type Migration, type Take, takeOver } from './migration.ts'
import * as takes from './takes.ts'

/** Reads `karma.conf.*`, or gives undefined where its settings cannot be found. */
export function fromKarma(file: string, code: string): Migration | undefined {
  const source = parseSource(file, code)
  const config = settingsPassed(source) ?? findConfigObject(source)
  if (!config) return undefined
  const migration = takeOver(source, config, settings)
  addBrowsers(source, config, migration)
  return migration
}

/** The object of `config.set({ … })`. */
function settingsPassed(source: Source): ObjectExpression | undefined {
  for (const node of nodesOf(source.ast.program)) {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') continue
    const { property } = node.callee
    if (property.type !== 'Identifier' || property.name !== 'set') continue
    const [argument] = node.arguments
    const object = argument && resolved(source, argument)
    if (object?.type === 'ObjectExpression') return object
  }
  return undefined
}

const bundler = takes.byHand('move its aliases, loaders and plugins to the Vite configuration.')

const reporters: Take = (migration, { value }) => {
  const names = stringsOf(value)
  if (names.length === 0) return false
  const known: Record<string, string> = { dots: 'dot', junit: 'junit', progress: 'default' }
  const mapped: string[] = []
  for (const name of names) {
    if (name.startsWith('coverage')) takes.enableCoverage(migration, `reporters: ${name}`)
    else if (['mocha', 'spec', 'kjhtml'].includes(name)) mapped.push('verbose')
    else if (known[name]) mapped.push(known[name])
    else migration.left.push(`\`reporters: ${name}\`: see https://vitest.dev/guide/reporters`)
  }
  const unique = [...new Set(mapped)]
  if (unique.length === 0 || unique.join() === 'default') return
  migration.test['reporters'] = unique
  migration.moved.push('`reporters` → `test.reporters`')
}

const client: Take = (migration, { value }) => {
  if (!isRecord(value)) return false
  const { mocha, jasmine, captureConsole } = value
  const timeout = isRecord(mocha)
    ? mocha['timeout']
    : isRecord(jasmine)
      ? jasmine['timeoutInterval']
      : undefined
  if (Number.isFinite(Number(timeout)) && timeout !== undefined) {
    migration.test['testTimeout'] = Number(timeout)
    migration.moved.push('`client` timeout → `test.testTimeout`')
  }
  if (isRecord(jasmine) && jasmine['random'] === true) {
    migration.group('sequence')['shuffle'] = true
    migration.moved.push('`client.jasmine.random` → `test.sequence.shuffle`')
  }
  if (captureConsole === false) {
    migration.test['silent'] = true
    migration.moved.push('`client.captureConsole` → `test.silent`')
  }
  if (value['args'] !== undefined) {
    migration.left.push('`client.args`: hand values to tests with `provide` and `inject`.')
  }
}

const coverageReporter: Take = (migration, { name, value }) => {
  if (!isRecord(value)) return false
  if (typeof value['dir'] === 'string') {
    migration.group('coverage')['reportsDirectory'] = value['dir']
    migration.moved.push(`\`${name}.dir\` → \`test.coverage.reportsDirectory\``)
  }
  const limits = value['check'] ?? value['thresholds']
  if (isRecord(limits)) takes.thresholds(migration, `${name} limits`, limits['global'] ?? limits)
}

const proxies: Take = (migration, { value }) => {
  if (!isRecord(value)) return false
  const outside = Object.entries(value).filter(
    ([, target]) => typeof target === 'string' && /^https?:/.test(target),
  )
  if (outside.length < Object.keys(value).length) {
    migration.left.push(
      '`proxies` to `/base/…`: Vite serves the project from `/`; use those paths.',
    )
  }
  if (outside.length === 0) return
  migration.vite['server'] = { proxy: Object.fromEntries(outside) }
  migration.moved.push('`proxies` → `server.proxy`')
}

const settings: Readonly<Record<string, Take>> = {
  files,
  frameworks,
  reporters,
  client,
  coverageReporter,
  coverageIstanbulReporter: coverageReporter,
  proxies,
  basePath: takes.root,
  exclude: (migration, { value }) => {
    if (value === undefined) return false
    takes.exclude(migration, 'exclude', stringsOf(value))
  },
  // Both together say which browsers there are.
  browsers: (_migration, { value }) => value !== undefined,
  customLaunchers: keepLaunchers,
  port: takes.serverSetting('port'),
  hostname: takes.serverSetting('host'),
  captureTimeout: takes.numberTo('browser', 'connectTimeout'),
  browserNoActivityTimeout: takes.numberTo('livetab', 'freezeTimeout'),
  browserDisconnectTolerance: takes.numberTo('livetab', 'recover'),
  browserDisconnectTimeout: takes.notNeeded('a lost page is replaced at once'),
  preprocessors: takes.notNeeded('Vite compiles what tests import'),
  plugins: takes.notNeeded("Karma's plugins stay with Karma"),
  singleRun: takes.notNeeded('`vitest run` runs once'),
  autoWatch: takes.notNeeded('`vitest` watches'),
  restartOnFileChange: takes.notNeeded('`vitest` watches'),
  logLevel: takes.notNeeded('Vitest has its own'),
  colors: takes.notNeeded('Vitest looks at the terminal'),
  jasmineHtmlReporter: takes.notNeeded('Vitest has its own UI'),
  concurrency: takes.byHand('browsers of one project run side by side; see `test.maxWorkers`.'),
  webpack: bundler,
  webpackMiddleware: bundler,
  esbuild: bundler,
  rollupPreprocessor: bundler,
  junitReporter: takes.byHand('see https://vitest.dev/guide/reporters#junit-reporter'),
}
