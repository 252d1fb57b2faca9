/** What the orchestrator and Node call on each other. Types only; both sides import them. */

/** Reported once the orchestrator can take work. */
export interface OrchestratorCapabilities {
  /** Whether this browser takes an import map after a module was loaded. */
  readonly lateImportMaps: boolean
}

/** A failure that crosses the wire. */
export interface WireError {
  readonly name?: string
  readonly message: string
  readonly stack?: string
  readonly [key: string]: unknown
}

export interface FileSpecification {
  readonly filepath: string
  readonly [key: string]: unknown
}

export interface TesterOptions {
  readonly method: 'run' | 'collect'
  readonly files: readonly FileSpecification[]
  /** Serialised by Node and parsed by the tester; the orchestrator only hands it on. */
  readonly providedContext: string
  readonly otelCarrier?: Record<string, unknown>
  readonly concurrencyId: number
  readonly workerId: number
}

/** Node's side, as the orchestrator sees it. */
export interface OrchestratorServer {
  onOrchestratorReady: (capabilities: OrchestratorCapabilities) => Promise<void>
  onUnhandledError: (error: WireError, type: string) => Promise<void>
  sendLog: (method: 'run' | 'collect', log: OrchestratorLog) => Promise<void>
  setViewport: (width: number, height: number) => Promise<void>
  /** A tester loaded a page that is not the one it was opened with. */
  debug: (...args: string[]) => void
}

export interface OrchestratorLog {
  readonly type: 'stderr'
  readonly time: number
  readonly size: number
  readonly content: string
  readonly filepath: string | undefined
}

/** The orchestrator's side, as Node sees it. */
export interface OrchestratorClient {
  createTesters: (options: TesterOptions) => Promise<void>
  cleanupTesters: () => Promise<void>
  onCancel: (reason: string) => void
  /** Answers as long as the page's main thread runs. */
  probe: () => number
}
