import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Projects and ways to run them that share a cache each have their own. */
const mostKept = 8

/** A linked runtime as it is kept from run to run. */
export interface StoredRuntime {
  readonly code: string
  /** What runs, in this order. */
  readonly entries: readonly string[]
  /** Each module's address and what it exports. */
  readonly modules: readonly { readonly url: string; readonly names: readonly string[] }[]
}

/**
 * Keeps the linked runtime beside Vite's optimised dependencies. The key names everything it is made of,
 * so what is found under it is what would be made again.
 */
export class RuntimeStore {
  readonly #folder: string

  constructor(cacheDirectory: string) {
    this.#folder = join(cacheDirectory, 'livetab')
  }

  async read(key: string): Promise<StoredRuntime | undefined> {
    try {
      return JSON.parse(await readFile(this.#file(key), 'utf8')) as StoredRuntime
    } catch {
      return undefined
    }
  }

  /** A runtime that cannot be kept is made again next time. */
  async write(key: string, runtime: StoredRuntime): Promise<void> {
    const file = this.#file(key)
    const draft = `${file}.${process.pid}`
    try {
      await mkdir(this.#folder, { recursive: true })
      const before = await readdir(this.#folder)
      await writeFile(draft, JSON.stringify(runtime))
      await rename(draft, file)
      // Of earlier dependencies or versions. Another Vitest that still runs on one has it in memory.
      if (before.length > mostKept) {
        for (const name of before) await rm(join(this.#folder, name), { force: true })
      }
    } catch {
      // Read-only folders are fine.
    }
  }

  #file(key: string): string {
    return join(this.#folder, `${createHash('sha256').update(key).digest('hex').slice(0, 24)}.json`)
  }
}
