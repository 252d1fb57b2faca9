import { utimesSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Makes Vitest restart as if its configuration had been edited, whatever is in it. A file that was read
 * after it was written is one change; otherwise the watcher tells of it twice, and Vitest restarts twice.
 */
export function touch(file: string): void {
  const now = Date.now()
  const path = fileURLToPath(new URL(`../../${file}`, import.meta.url))
  utimesSync(path, new Date(now + 1000), new Date(now))
}
