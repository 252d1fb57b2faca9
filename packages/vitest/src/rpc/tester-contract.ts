import type { ServerIdResolution, ServerMockResolution } from '@vitest/mocker'
import type { MockImportMap, SerializedMock } from '../mocks/import-map.ts'
import type { Wire } from '../vitest-internals.ts'

/** What Vitest's tester and Node call on each other. Types only; the names are Vitest's. */

export type Method = 'run' | 'collect'

export interface ResultHandlers {
  onQueued: (method: Method, file: Wire) => Promise<void>
  onCollected: (method: Method, files: Wire) => Promise<void>
  onTaskUpdate: (method: Method, packs: Wire, events: Wire) => Promise<void>
  onTaskArtifactRecord: (testId: string, artifact: Artifact) => Promise<unknown>
  cancelCurrentRun: (reason: never) => void
  getCountOfFailedTests: () => number
}

export interface Attachment {
  path?: string
}

export interface Artifact {
  type: string
  annotation?: { attachment?: Attachment | undefined }
  attachments?: Attachment[]
}

export interface DiagnosticHandlers {
  onUnhandledError: (error: unknown, type: string) => void
  sendLog: (method: Method, log: Wire) => Promise<void>
  debug: (...args: string[]) => void
}

export interface SnapshotHandlers {
  resolveSnapshotPath: (testPath: string) => string
  resolveSnapshotRawPath: (testPath: string, rawPath: string) => string
  snapshotSaved: (snapshot: never) => void
  readSnapshotFile: (path: string) => Promise<string | null>
  readSnapshotFileData: (path: string) => Promise<Record<string, string> | null>
  saveSnapshotFile: (path: string, content: string) => Promise<void>
  removeSnapshotFile: (path: string) => Promise<void>
}

export interface BenchmarkHandlers {
  onTestBenchmark: (testId: string, result: Wire) => Promise<void>
  readBenchmarkResult: (path: string) => Promise<unknown>
  writeBenchmarkResult: (path: string, data: unknown) => Promise<void>
}

export interface CoverageHandlers {
  onAfterSuiteRun: (meta: unknown) => void
}

export interface SourceMapHandlers {
  getBrowserFileSourceMap: (id: string) => unknown
}

export interface CommandHandlers {
  triggerCommand: (
    claimedSession: string,
    command: string,
    testPath: string | undefined,
    payload: unknown[],
  ) => Promise<unknown>
  wdioSwitchContext: (direction: 'iframe' | 'parent') => Promise<void>
}

export interface MockOrigin {
  readonly importer: string
  readonly testFile?: string
}

export interface MockHandlers {
  resolveId: (id: string, importer?: string) => Promise<ServerIdResolution | null>
  resolveMock: (
    id: string,
    importer: string,
    options: { mock: 'spy' | 'factory' | 'auto' },
  ) => Promise<ServerMockResolution>
  invalidate: (ids: string[]) => void
  registerMock: (
    claimedSession: string,
    mock: SerializedMock,
    origin: MockOrigin,
  ) => Promise<MockImportMap | undefined>
  clearMocks: (claimedSession: string) => Promise<void>
  unregisterMock: (claimedSession: string, id: string) => Promise<void>
}

export interface CdpHandlers {
  sendCdpEvent: (claimedSession: string, method: string, params?: unknown) => Promise<unknown>
  trackCdpEvent: (
    claimedSession: string,
    type: 'on' | 'once' | 'off',
    event: string,
    listenerId: string,
  ) => Promise<void>
}

/** Node's side. */
export interface TesterServer
  extends
    ResultHandlers,
    DiagnosticHandlers,
    SnapshotHandlers,
    BenchmarkHandlers,
    CoverageHandlers,
    SourceMapHandlers,
    CommandHandlers,
    MockHandlers,
    CdpHandlers {}

/** The tester's side. */
export interface TesterClient {
  onCancel: (reason: unknown) => Promise<void>
  cdpEvent: (event: string, payload: unknown) => Promise<void>
  pageMark: (name: string, options?: unknown) => Promise<void>
  resolveManualMock: (url: string) => Promise<{ keys: string[] }>
}
