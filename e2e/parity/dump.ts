/** What one run of Vitest told its reporters, as plain data that can be compared. */
export interface RunDump {
  kind: 'run'
  reason: string
  specifications: string[]
  modules: ModuleDump[]
  unhandledErrors: ErrorDump[]
  logs: LogDump[]
  snapshots: unknown
  coverage: boolean
}

export interface ModuleDump {
  project: string
  file: string
  state: string
  meta: string[]
  errors: ErrorDump[]
  suites: SuiteDump[]
  tests: TestDump[]
  /**
   * Reporter calls per module, suite and test, in their order. Calls about
   * different tests may overtake each other, and artifacts come at any moment.
   */
  events: Record<string, string[]>
}

export interface SuiteDump {
  name: string
  state: string
  errors: ErrorDump[]
}

export interface TestDump {
  name: string
  state: string
  note: string | undefined
  mode: string
  tags: string[]
  location: string | undefined
  errors: ErrorDump[]
  attempts: string[]
  annotations: string[]
  artifacts: string[]
  benchmarks: string[]
  meta: string[]
}

export interface ErrorDump {
  name: string
  type: string | undefined
  message: string
  diff: string | undefined
  /** `method file:line:column`, innermost first. */
  frames: string[]
  test: string | undefined
  cause: ErrorDump | undefined
}

export interface LogDump {
  task: string
  stream: string
  content: string
  origin: string | undefined
}

/** A watch run is over and Vitest waits for changes. */
export interface WaitingDump {
  kind: 'waiting'
}

/** Vitest restarts because its configuration changed. */
export interface RestartDump {
  kind: 'restart'
}

export type Dump = RunDump | WaitingDump | RestartDump
