import { expect, test } from 'vitest'
import { Quarantine } from './quarantine.ts'

const { signal } = new AbortController()

/** Whether somebody who entered is inside by now. */
async function isInside(entering: Promise<() => void>): Promise<boolean> {
  const waiting = Symbol('waiting')
  return (await Promise.race([entering, Promise.resolve(waiting)])) !== waiting
}

test('files share the browser until one of them is suspected', async () => {
  const quarantine = new Quarantine()
  const [first, second] = [
    await quarantine.enter(false, signal),
    await quarantine.enter(false, signal),
  ]
  expect(quarantine.inside).toBe(2)
  first()
  second()
  expect(quarantine.inside).toBe(0)
})

test('a suspect runs alone: it waits for those inside, and those behind it wait for it', async () => {
  const quarantine = new Quarantine()
  const leave = await quarantine.enter(false, signal)
  const suspect = quarantine.enter(true, signal)
  const behind = quarantine.enter(false, signal)
  expect(await isInside(suspect)).toBe(false)
  expect(await isInside(behind)).toBe(false)
  leave()
  const leaveSuspect = await suspect
  expect(quarantine.inside).toBe(1)
  expect(await isInside(behind)).toBe(false)
  leaveSuspect()
  await behind
  expect(quarantine.inside).toBe(1)
})

test('a suspect that gives up waiting holds nobody back', async () => {
  const quarantine = new Quarantine()
  const cancelled = new AbortController()
  const leave = await quarantine.enter(false, signal)
  const suspect = quarantine.enter(true, cancelled.signal)
  const behind = quarantine.enter(false, signal)
  cancelled.abort(new Error('cancelled'))
  await expect(suspect).rejects.toThrow('cancelled')
  await behind
  expect(quarantine.inside).toBe(2)
  leave()
  leave()
  expect(quarantine.inside).toBe(1)
})
