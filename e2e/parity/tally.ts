import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { workspacesRoot } from './paths.ts'

/**
 * Playwright starts a new worker after a failed test, so the count cannot live in
 * memory. All workers of one run have the same parent.
 */
const folder = join(workspacesRoot, `.tally-${process.ppid}`)

export async function record(fixture: string, tests: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, fixture), String(tests))
}

export async function total(): Promise<{ fixtures: number; tests: number }> {
  const files = await readdir(folder)
  const counts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return { fixtures: files.length, tests: counts.reduce((sum, count) => sum + Number(count), 0) }
}
