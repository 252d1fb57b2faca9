import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeLock } from './lock.mjs'

let folder
let lockFile

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'livetab-lock-'))
  lockFile = join(folder, 'setup.lock')
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

test('the second waits until the first gives the lock back', async () => {
  const order = []
  const release = await takeLock(lockFile, () => order.push('never'))
  const { promise: waiting, resolve: onWait } = Promise.withResolvers()
  const second = takeLock(lockFile, onWait).then((giveBack) => {
    order.push('second')
    giveBack()
  })

  expect(await waiting).toBe(process.pid)
  order.push('first')
  release()
  await second

  expect(order).toEqual(['first', 'second'])
})

test('a lock whose process is gone is taken over at once', async () => {
  leaveLockOfDeadProcess()
  const release = await takeLock(lockFile, () => expect.unreachable('it should not wait'))
  expect(readFileSync(lockFile, 'utf8')).toBe(String(process.pid))
  release()
})

test('of many that find a dead lock only one holds it at a time', async () => {
  leaveLockOfDeadProcess()
  const diary = join(folder, 'diary')
  const code = `
    import { appendFileSync } from 'node:fs'
    import { takeLock } from ${JSON.stringify(new URL('lock.mjs', import.meta.url).href)}
    const release = await takeLock(${JSON.stringify(lockFile)}, () => {})
    appendFileSync(${JSON.stringify(diary)}, 'in ' + process.pid + '\\n')
    await new Promise(setImmediate)
    appendFileSync(${JSON.stringify(diary)}, 'out ' + process.pid + '\\n')
    release()`
  const children = Array.from({ length: 8 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' }),
  )
  await Promise.all(children.map((child) => once(child, 'close')))

  const lines = readFileSync(diary, 'utf8').trim().split('\n')
  expect(lines).toHaveLength(16)
  for (let index = 0; index < lines.length; index += 2) {
    expect(lines[index + 1]).toBe(lines[index].replace('in', 'out'))
  }
})

function leaveLockOfDeadProcess() {
  const { pid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(lockFile, String(pid))
}
