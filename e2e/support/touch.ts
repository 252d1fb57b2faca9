import { utimesSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Makes Vitest restart as if its configuration had been edited, whatever is in it. */
export function touch(file: string): void {
  const now = new Date()
  utimesSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), now, now)
}
