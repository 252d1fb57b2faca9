import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  startVitest as start,
  type VitestOptions as Options,
  type VitestProcess,
} from 'livetab/e2e'

export type { HistoryEntry, VitestProcess } from 'livetab/e2e'

const repository = fileURLToPath(new URL('../..', import.meta.url))

export interface VitestOptions extends Omit<Options, 'root'> {
  /** Folder of the fixture, relative to the repository, for example `fixtures/reload-idle`. */
  readonly fixture: string
}

export function startVitest({ fixture, ...options }: VitestOptions): VitestProcess {
  return start({ root: join(repository, fixture), ...options })
}
