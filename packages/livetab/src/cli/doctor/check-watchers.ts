import {
  type Dirent,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { type Finding, note, ok, todo } from './finding.ts'

const limits = '/proc/sys/fs/inotify'
const patience = 3000
const enough = 65_536

/** Whether a changed file would start a run in watch mode. */
export async function checkWatchers(root: string): Promise<Finding> {
  const subject = 'file watchers'
  const problem = await watchOnce(root)
  const allowed = limitOf('max_user_watches')
  const raise = `Raise the limit: sudo sysctl fs.inotify.max_user_watches=524288 fs.inotify.max_user_instances=512`
  if (problem === 'ENOSPC' || problem === 'EMFILE') {
    return todo(subject, `there are none left (${problem})`, raise)
  }
  if (problem) {
    return note(
      subject,
      `a changed file was not noticed (${problem})`,
      'In watch mode set `server.watch.usePolling` in the Vite configuration; folders shared with another system need it.',
    )
  }
  if (allowed === undefined) return ok(subject, 'a changed file is noticed')
  const needed = countEntries(root, allowed)
  if (needed >= allowed) {
    return todo(
      subject,
      `the project has more files than the ${allowed} that may be watched`,
      raise,
    )
  }
  const says = `a changed file is noticed; ${allowed} may be watched`
  return allowed < enough ? note(subject, says, raise) : ok(subject, says)
}

function limitOf(name: string): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    return Number(readFileSync(join(limits, name), 'utf8'))
  } catch {
    return undefined
  }
}

/** Changes a file of its own, and gives the reason where nobody noticed. */
async function watchOnce(root: string): Promise<string | undefined> {
  let folder: string
  try {
    folder = mkdtempSync(join(root, 'node_modules', '.livetab-doctor-'))
  } catch (error) {
    return codeOf(error)
  }
  try {
    return await new Promise<string | undefined>((resolve) => {
      const watcher = watch(folder)
      const timer = setTimeout(() => {
        done(`not within ${patience / 1000} s`)
      }, patience)
      const done = (problem?: string): void => {
        clearTimeout(timer)
        watcher.close()
        resolve(problem)
      }
      watcher.once('change', () => {
        done()
      })
      watcher.once('error', (error) => {
        done(codeOf(error))
      })
      writeFileSync(join(folder, 'changed'), '')
    })
  } catch (error) {
    return codeOf(error)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function codeOf(error: unknown): string {
  return String(Reflect.get(Object(error), 'code') ?? error)
}

/** Files and folders that Vite would watch, counted no further than needed. */
function countEntries(folder: string, limit: number): number {
  let count = 0
  const waiting = [folder]
  while (count < limit) {
    const next = waiting.pop()
    if (next === undefined) break
    for (const entry of entriesOf(next)) {
      if (['node_modules', '.git'].includes(entry.name)) continue
      count += 1
      if (entry.isDirectory()) waiting.push(join(next, entry.name))
    }
  }
  return count
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
