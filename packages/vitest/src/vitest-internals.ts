import type { Plugin, ViteDevServer } from 'vite'
import type {
  BrowserProvider,
  BrowserServerContribution,
  ParentProjectBrowser,
  ProjectBrowser,
  TestModule,
  TestProject,
  TestSpecification,
  Vitest,
} from 'vitest/node'

/**
 * Everything of Vitest that we touch and that is not documented, in one place.
 * Vitest moves it between versions; `assertSupportedVitest` says so before anything else can fail.
 */
const supportedVitest = '5.1.0'

export interface CorePool {
  reject: (error: Error) => void
  parallel?: boolean
}

/** One entry of Vitest's own session record. */
export interface CoreSession {
  project: TestProject
  otelCarrier?: Record<string, unknown>
  concurrencyId: number
  connected: () => void
  ready: () => void
  fail: (error: Error) => void
}

export interface CoreSessions {
  sessions: Pick<Map<string, CoreSession>, 'get' | 'has' | 'delete'>
  sessionIds: Pick<Set<string>, 'add' | 'has' | 'delete' | 'forEach'>
  closedSessionIds: Pick<Set<string>, 'has' | 'add'>
  getSession: (id: string) => CoreSession | undefined
  destroySession: (id: string) => void
  close: (id: string) => void
  createSession: (
    id: string,
    project: TestProject,
    pool: CorePool,
    options?: { otelCarrier?: Record<string, unknown> },
  ) => Promise<void>
}

/** Tasks as they cross the wire; Vitest's core knows what is in them. */
export type Wire = never

export interface CoreTestRun {
  enqueued: (project: TestProject, file: Wire) => Promise<void>
  collected: (project: TestProject, files: Wire) => Promise<void>
  updated: (packs: Wire, events: Wire) => Promise<void>
  log: (log: Wire) => Promise<void>
  recordArtifact: (testId: string, artifact: Wire) => Promise<unknown>
  recordBenchmark: (testId: string, benchmark: Wire) => Promise<void>
}

/** What a run of Vitest comes to. */
export interface RunResult {
  testModules: TestModule[]
  unhandledErrors: unknown[]
}

interface VitestInternals {
  _browserSessions: CoreSessions
  _testRun: CoreTestRun
  runningPromise?: Promise<unknown>
  isCancelling: boolean
  readonly reporters: readonly object[]
  report: (name: 'onTaskUpdate', packs: unknown, events: unknown) => Promise<void>
  filenamePattern?: string[]
  /** Every run comes through here. */
  runFiles: (specifications: TestSpecification[], allTestsRun: boolean) => Promise<RunResult>
  /** What the terminal's `r` and the UI call. */
  rerunFiles: (
    files?: string[],
    trigger?: string,
    allTestsRun?: boolean,
    resetTestNamePattern?: boolean,
  ) => Promise<RunResult>
  coverageProvider?: {
    onAfterSuiteRun: (meta: unknown) => void
    readonly coverageFilesDirectory?: string
  } | null
}

type VitestWithInternals = Omit<Vitest, keyof VitestInternals> & VitestInternals

interface ProjectInternals {
  _browserReadySessions: Set<string>
  _initBrowserProvider: () => Promise<void>
  benchmark: {
    resolve: (path: string) => string
    readResult: (path: string) => Promise<unknown>
    writeResult: (path: string, data: unknown) => Promise<void>
  }
}

/** The stock browser state of one project. */
export interface StockState {
  orchestrators: unknown
  testers: unknown
  lateImportMaps?: boolean
  usesImportMaps: (config: TestProject['config']) => boolean
}

export interface StockProjectBrowser extends Omit<ProjectBrowser, 'state'> {
  state: StockState
  project: TestProject
  config: TestProject['config']
  testerHtml: string | Promise<string>
  testerFilepath: string
  wrapSerializedConfig: () => object
}

/** The stock parent of all instances that share one Vite server. */
export interface StockParent extends Omit<ParentProjectBrowser, 'spawn'> {
  children: Set<StockProjectBrowser>
  spawn: (project: TestProject) => StockProjectBrowser
  injectorJs: string | Promise<string>
  orchestratorHtml: string | Promise<string>
  manifest: StockManifest | Promise<StockManifest>
  faviconUrl: string
  errorCatcherUrl: string
  matchersUrl: string
  initScripts: readonly string[]
  formatScripts: (scripts: unknown) => Promise<StockScript[]>
  parseErrorStacktrace: (...args: never[]) => StackFrame[]
  parseStacktrace: (...args: never[]) => StackFrame[]
  stackTraceOptions: { getSourceMap: (id: string) => unknown }
}

interface StackFrame {
  file: string
}

export type StockManifest = Record<string, { file: string; isDynamicEntry?: boolean }>

export interface StockScript {
  attrs?: Record<string, unknown>
  children?: string
}

export interface StockContribution extends Omit<
  BrowserServerContribution,
  'createParent' | 'setupRpc' | 'parent' | 'plugins'
> {
  createParent: (context: { config: TestProject['config']; vitest: Vitest }) => StockParent
  setupRpc: (parent: StockParent) => void
  parent?: StockParent
  plugins: Plugin[]
  configureServer: (server: ViteDevServer) => void | Promise<void>
}

/** A reporter that mirrors the tasks for the UI's pages instead of counting them. */
interface Mirror {
  onTestModuleCollected: (module: { task: unknown }) => void
}

/** The reporters behind open UI pages. A file that is run again is new to those, and only to those. */
export function mirrorsOf(vitest: Vitest): Mirror[] {
  return internals(vitest).reporters.filter(
    (reporter): reporter is Mirror =>
      'clients' in reporter &&
      reporter.clients instanceof Map &&
      'onTestModuleCollected' in reporter,
  )
}

export function internals(vitest: Vitest): VitestWithInternals {
  return vitest as unknown as VitestWithInternals
}

export function projectInternals(project: TestProject): TestProject & ProjectInternals {
  return project as unknown as TestProject & ProjectInternals
}

export function stockBrowser(project: TestProject): StockProjectBrowser | undefined {
  return project.browser as unknown as StockProjectBrowser | undefined
}

export function currentProvider(project: TestProject): BrowserProvider | undefined {
  return project.browser?.provider
}

/** Thrown when this Vitest is not one that Livetab knows its way around in. */
export class UnsupportedVitestError extends Error {
  override readonly name = 'UnsupportedVitestError'
}

/** Fails early and clearly when the parts we lean on are not there. */
export function assertSupportedVitest(vitest: Vitest): void {
  const missing = findMissing(vitest)
  if (missing.length === 0) return
  throw new UnsupportedVitestError(
    `[livetab] This version of Livetab works with vitest ${supportedVitest}, and you have vitest ${vitest.version}: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not where it expects them. Install vitest@${supportedVitest} and the same version of every @vitest/* package, or a Livetab made for vitest ${vitest.version}.`,
  )
}

function findMissing(vitest: Vitest): string[] {
  const { _browserSessions: sessions, _testRun: testRun, runFiles, rerunFiles } = internals(vitest)
  const expected: Record<string, unknown> = {
    'vitest._browserSessions.createSession': sessions?.createSession,
    'vitest._browserSessions.getSession': sessions?.getSession,
    'vitest._browserSessions.destroySession': sessions?.destroySession,
    'vitest._browserSessions.close': sessions?.close,
    'vitest._testRun.enqueued': testRun?.enqueued,
    'vitest._testRun.collected': testRun?.collected,
    'vitest._testRun.updated': testRun?.updated,
    'vitest._testRun.log': testRun?.log,
    'vitest._testRun.recordArtifact': testRun?.recordArtifact,
    'vitest.runFiles': runFiles,
    'vitest.rerunFiles': rerunFiles,
  }
  return Object.keys(expected).filter((name) => typeof expected[name] !== 'function')
}

/** The stock contribution must offer what we replace and what we reuse. */
export function assertStockContribution(
  contribution: unknown,
  provider: string,
): asserts contribution is StockContribution {
  const expected = [
    'createParent',
    'setupRpc',
    'configureServer',
    'config',
    'transformIndexHtml',
    'resolveOptimizeDeps',
  ]
  const found = contribution as Record<string, unknown> | null | undefined
  const missing = expected.filter((name) => typeof found?.[name] !== 'function')
  if (missing.length === 0 && Array.isArray(found?.['plugins'])) return
  throw new UnsupportedVitestError(
    `[livetab] The provider "${provider}" does not come with the browser server of vitest ${supportedVitest}. Install the same version (${supportedVitest}) of vitest, @vitest/browser and your provider's package.`,
  )
}
