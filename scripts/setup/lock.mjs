import {
  mkdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  utimes,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'

const beat = 2_000
const silence = 30_000

/**
 * Only one set-up works on a clone at a time; the next waits, and then finds most of it done.
 * A lock whose process is gone, or has not shown itself for a while, is taken over.
 *
 * @param {string} lockFile
 * @param {(holder: number) => void} onWait called once when somebody else holds it
 * @returns {Promise<() => void>} gives the lock back
 */
export async function takeLock(lockFile, onWait) {
  mkdirSync(dirname(lockFile), { recursive: true })
  let told = false
  while (!tryCreate(lockFile)) {
    const holder = readHolder(lockFile)
    if (isStale(lockFile, holder)) {
      removeStale(lockFile)
      await delay(10)
      continue
    }
    if (!told) onWait(holder)
    told = true
    await delay(200)
  }
  const now = () => Date.now() / 1000
  // Somebody may delete the folder meanwhile; that is no reason to stop.
  const heart = setInterval(() => utimes(lockFile, now(), now(), () => {}), beat)
  heart.unref()
  return () => {
    clearInterval(heart)
    if (readHolder(lockFile) === process.pid) rmSync(lockFile, { force: true })
  }
}

function tryCreate(lockFile) {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function readHolder(lockFile) {
  try {
    return Number(readFileSync(lockFile, 'utf8'))
  } catch {
    return 0
  }
}

function isStale(lockFile, holder) {
  const age = ageOf(lockFile)
  // A lock without a process id was created a moment ago, or its writer died in that moment.
  if (age === undefined || (holder === 0 && age < beat)) return false
  return age > silence || holder === 0 || !isAlive(holder)
}

/** Looks again under a second lock, so that two who wait never remove each other's new lock. */
function removeStale(lockFile) {
  const takeover = `${lockFile}.takeover`
  try {
    mkdirSync(takeover)
  } catch {
    if ((ageOf(takeover) ?? 0) > silence) rmSync(takeover, { recursive: true, force: true })
    return
  }
  if (isStale(lockFile, readHolder(lockFile))) rmSync(lockFile, { force: true })
  rmdirSync(takeover)
}

/** @param {string} path */
function ageOf(path) {
  try {
    return Date.now() - statSync(path).mtimeMs
  } catch {
    return undefined
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
