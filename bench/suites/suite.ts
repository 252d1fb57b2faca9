/** What a run of a generated suite must report; anything else is a broken run. */
export interface Expected {
  files: number
  passed: number
  failed: number
}

/** An edit made in watch mode: the file to change and the test file that must run again. */
export interface WatchEdit {
  kind: 'test' | 'dependency'
  file: string
  testFile: string
  /** Source of the file with the given stamp, which the test hands back to show it saw the edit. */
  source(stamp: number): string
}

/** The part of the Vitest config that differs between suites. */
export interface SuiteConfig {
  setupFiles?: string[]
  jsx?: boolean
  projects?: { name: string; include: string[] }[]
}

export interface GeneratedSuite {
  sources: Map<string, string | Uint8Array>
  config: SuiteConfig
  expected: Expected
  edits?: WatchEdit[]
}

export interface Suite {
  name: string
  about: string
  /** Number of test files without `--files`. */
  files: { full: number; short: number }
  generate(files: number): GeneratedSuite
}
