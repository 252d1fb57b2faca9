import type { CallExpression, Node } from '@babel/types'
import { findConfigObject } from '../source/config-object.ts'
import { bare, resolved } from '../source/expressions.ts'
import { isRecord, literalOf, stringsOf } from '../source/literals.ts'
import { parseSource, type Source, textOf } from '../source/parse-source.ts'
import { type Migration, type Take, takeOver } from './migration.ts'
import * as takes from './takes.ts'

/** Reads `web-test-runner.config.*`, or gives undefined where its object cannot be found. */
export function fromWebTestRunner(file: string, code: string): Migration | undefined {
  const source = parseSource(file, code)
  const config = findConfigObject(source)
  if (!config) return undefined
  const migration = takeOver(source, config, settingsOf(source))
  // Mocha's functions are there without an import.
  migration.test['globals'] = true
  return migration
}

function settingsOf(source: Source): Record<string, Take> {
  return {
    files,
    browsers: (migration, { node }) => browsers(source, migration, node),
    plugins: (migration, { node }) => plugins(source, migration, node),
    reporters: (migration, { node }) => reporters(source, migration, node),
    rootDir: takes.root,
    concurrency: takes.numberTo('test', 'maxWorkers'),
    port: takes.serverSetting('port'),
    hostname: takes.serverSetting('host'),
    testsStartTimeout: takes.numberTo('browser', 'connectTimeout'),
    browserStartTimeout: takes.numberTo('browser', 'connectTimeout'),
    testsFinishTimeout: takes.byHand('a run has no limit; each test has `test.testTimeout`.'),
    testFramework,
    coverage,
    coverageConfig,
    nodeResolve: takes.notNeeded('Vite resolves packages'),
    esbuildTarget: takes.notNeeded('Vite compiles for the browsers that run the tests'),
    watch: takes.notNeeded('`vitest` watches, `vitest run` does not'),
    staticLogging: takes.notNeeded('Vitest looks at the terminal'),
    middleware: takes.byHand('write a Vite plugin with `configureServer`.'),
    testRunnerHtml: takes.byHand(
      'put what it adds into a file, and name that in `test.browser.testerHtmlPath`.',
    ),
    groups: takes.byHand('each group becomes an entry of `test.projects`.'),
    filterBrowserLogs: takes.byHand('`test.onConsoleLog` decides that.'),
  }
}

const files: Take = (migration, { value }) => {
  const patterns = stringsOf(value)
  if (patterns.length === 0) return false
  migration.test['include'] = patterns.filter((pattern) => !pattern.startsWith('!'))
  migration.moved.push('`files` → `test.include`')
  const without = patterns.filter((pattern) => pattern.startsWith('!'))
  takes.exclude(
    migration,
    'files: !…',
    without.map((pattern) => pattern.slice(1)),
  )
}

const testFramework: Take = (migration, { value }) => {
  if (!isRecord(value)) return false
  const config = isRecord(value['config']) ? value['config'] : {}
  const timeout = Number(config['timeout'])
  if (config['timeout'] !== undefined && Number.isFinite(timeout)) {
    migration.test['testTimeout'] = timeout
    migration.moved.push('`testFramework.config.timeout` → `test.testTimeout`')
  }
  if (typeof config['retries'] === 'number') {
    migration.test['retry'] = config['retries']
    migration.moved.push('`testFramework.config.retries` → `test.retry`')
  }
  if (config['ui'] === 'tdd') {
    migration.left.push(
      '`testFramework.config.ui: tdd`: `suite` and `test` exist; rename `setup` and `teardown` to `beforeEach` and `afterEach`.',
    )
  }
  if (value['path'] !== undefined) {
    migration.left.push('`testFramework.path`: tests run on Vitest itself.')
  }
}

const coverage: Take = (migration, { value }) => {
  if (typeof value !== 'boolean') return false
  if (value) takes.enableCoverage(migration, 'coverage')
}

const coverageConfig: Take = (migration, { value }) => {
  if (!isRecord(value)) return false
  takes.coverageFiles(migration, 'coverageConfig', value)
  takes.thresholds(migration, 'coverageConfig.threshold', value['threshold'])
  if (typeof value['reportDir'] !== 'string') return
  migration.group('coverage')['reportsDirectory'] = value['reportDir']
  migration.moved.push('`coverageConfig.reportDir` → `test.coverage.reportsDirectory`')
}

function browsers(source: Source, migration: Migration, node: Node): boolean {
  const list = resolved(source, node)
  if (list.type === 'CallExpression') return mappedBrowsers(source, migration, list)
  if (list.type !== 'ArrayExpression') return false
  for (const item of list.elements) if (item) browser(source, migration, bare(item))
  return true
}

/** `['chromium', 'firefox'].map((product) => playwrightLauncher({ product }))` */
function mappedBrowsers(source: Source, migration: Migration, call: CallExpression): boolean {
  const { callee } = call
  if (callee.type !== 'MemberExpression' || textOf(source, callee.property) !== 'map') return false
  const products = stringsOf(literalOf(source, callee.object) ?? [])
  const [made] = call.arguments
  if (products.length === 0 || !made || !textOf(source, made).includes('playwrightLauncher(')) {
    return false
  }
  for (const product of products) migration.addBrowser(product)
  migration.moved.push('`browsers` → `test.browser.instances`')
  return true
}

function browser(source: Source, migration: Migration, node: Node): void {
  const name = calleeOf(node)
  const [argument] = node.type === 'CallExpression' ? node.arguments : []
  const options = argument && literalOf(source, argument)
  const settings = isRecord(options) ? options : {}
  if (name === 'chromeLauncher' || name === 'puppeteerLauncher') migration.addBrowser('chromium')
  else if (name === 'playwrightLauncher') {
    const product = settings['product']
    migration.addBrowser(typeof product === 'string' ? product : 'chromium')
  } else {
    migration.left.push(
      `\`browsers: ${name ?? '…'}\`: no launcher that Playwright could stand in for; see https://vitest.dev/config/browser`,
    )
    return
  }
  migration.moved.push(`\`${name}\` → \`test.browser.instances\``)
  const launch = settings['launchOptions']
  if (isRecord(launch)) {
    migration.provider['launchOptions'] = launch
    migration.moved.push(`\`${name}.launchOptions\` → \`playwright({ launchOptions })\``)
  } else if (argument && !isRecord(options)) {
    migration.left.push(`\`${name}\`: its options cannot be read without running them.`)
  }
}

const compilers = new Set(['esbuildPlugin', 'typescript', 'fromRollup', 'commonjs'])

function plugins(source: Source, migration: Migration, node: Node): boolean {
  const list = resolved(source, node)
  if (list.type !== 'ArrayExpression') return false
  for (const item of list.elements) {
    const name = item ? calleeOf(item) : undefined
    if (name && compilers.has(name)) {
      migration.moved.push(`\`plugins: ${name}\`: not needed, Vite compiles by itself`)
    } else {
      migration.left.push(`\`plugins: ${name ?? '…'}\`: look for a Vite plugin that does the same.`)
    }
  }
  return true
}

function reporters(source: Source, migration: Migration, node: Node): boolean {
  const list = resolved(source, node)
  if (list.type !== 'ArrayExpression') return false
  const names = list.elements.map((item) => (item ? calleeOf(item) : undefined))
  const known: Record<string, string> = {
    defaultReporter: 'default',
    summaryReporter: 'verbose',
    dotReporter: 'dot',
    junitReporter: 'junit',
  }
  const mapped = names.flatMap((name) => (name && known[name] ? [known[name]] : []))
  for (const name of names) {
    if (!name || !known[name]) {
      migration.left.push(`\`reporters: ${name ?? '…'}\`: see https://vitest.dev/guide/reporters`)
    }
  }
  if (mapped.length > 0 && mapped.join() !== 'default') {
    migration.test['reporters'] = mapped
    migration.moved.push('`reporters` → `test.reporters`')
  }
  return true
}

function calleeOf(node: Node): string | undefined {
  const value = bare(node)
  if (value.type === 'Identifier') return value.name
  if (value.type !== 'CallExpression') return undefined
  return value.callee.type === 'Identifier' ? value.callee.name : undefined
}
