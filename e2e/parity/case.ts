import type { Observation } from './observe.ts'
import type { RunOptions, VitestRun } from './vitest-run.ts'
import type { Workspace } from './workspace.ts'

/** One Vitest process of a fixture. */
export interface Step extends Partial<RunOptions> {
  /** Arguments that differ between two runs, and are not compared. */
  moreArgs?: () => Promise<string[]>
  /** Changes the workspace before Vitest starts. */
  before?: (workspace: Workspace) => Promise<void>
  /** Does something while Vitest runs; what it returns is compared. */
  drive?: (run: VitestRun, workspace: Workspace) => Promise<string[] | void>
  /**
   * What has to fail, by `project file > test`. Guards the fixtures themselves:
   * two sides that fail alike would pass as equal.
   * @default the file or the test says "fails"
   */
  failing?: RegExp
  /** How many unhandled errors Vitest reports. @default 0 */
  unhandledErrors?: number
  /** Lines of the terminal output to compare. */
  output?: (run: VitestRun) => string[]
  /** Replaces a written file's content where two runs never write the same. */
  noise?: (file: string, content: string) => string
}

export interface ParityCase {
  /** Folder below `fixtures/compat`. */
  fixture: string
  /** Creates files that cannot be kept in the repository. */
  prepare?: (workspace: Workspace) => Promise<void>
  /** @default one `vitest run` */
  steps?: Step[]
  /** Reduces an observation where the two sides agree in cause and not in wording. */
  loosen?: (observation: Observation) => Observation
}
