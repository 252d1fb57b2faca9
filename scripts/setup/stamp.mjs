import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { root, stateDir } from './paths.mjs'

/**
 * A stamp remembers what a step was last done for. It is written after the step, so that an
 * interrupted step is done again.
 *
 * @param {string} step
 * @returns {Record<string, string> | undefined}
 */
export function readStamp(step) {
  try {
    return JSON.parse(readFileSync(stampFile(step), 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * @param {string} step
 * @param {Record<string, string>} stamp
 */
export function writeStamp(step, stamp) {
  const file = stampFile(step)
  mkdirSync(dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, `${JSON.stringify(stamp, null, 2)}\n`)
  renameSync(unfinished, file)
}

/**
 * One hash over words and the contents of files; folders count with everything below them.
 *
 * @param {{ words?: string[], files: string[], skip?: (path: string) => boolean }} inputs paths from the root
 */
export function hashInputs({ words = [], files, skip = () => false }) {
  const hash = createHash('sha256')
  for (const word of words) hash.update(`${word}\0`)
  for (const path of files.flatMap(listFiles)) {
    if (skip(path)) continue
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

/** @param {string} path */
function listFiles(path) {
  if (!existsSync(join(root, path))) return []
  const entries = readdirSyncOrNothing(join(root, path))
  if (!entries) return [path]
  return entries.toSorted().flatMap((name) => listFiles(`${path}/${name}`))
}

/** @param {string} path */
function readdirSyncOrNothing(path) {
  try {
    return readdirSync(path)
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined
    throw error
  }
}

/** @param {string} step */
function stampFile(step) {
  return join(stateDir, 'stamps', `${step}.json`)
}
