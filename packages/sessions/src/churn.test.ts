import { setImmediate as nextTurn } from 'node:timers/promises'
import v8 from 'node:v8'
import vm from 'node:vm'
import { expect, test, vi } from 'vitest'
import { Reservations } from './reservations.ts'
import type { Session } from './session.ts'
import { SessionRegistry } from './session-registry.ts'

v8.setFlagsFromString('--expose-gc')
const collectGarbage = vm.runInNewContext('gc') as () => void

interface Page {
  readonly kilobyte: Buffer
}

async function heapAfterCollection(): Promise<number> {
  // Promises and weak references are let go of between turns.
  for (let turn = 0; turn < 3; turn++) {
    await nextTurn()
    collectGarbage()
  }
  return process.memoryUsage().heapUsed
}

/** One session's life with everything that hangs on it. Returns nothing that could keep it alive. */
async function live(
  registry: SessionRegistry<Page>,
  reservations: Reservations<Session<Page>>,
): Promise<WeakRef<Session<Page>>> {
  const open = (): Promise<Session<Page>> =>
    Promise.resolve(
      registry.open({
        key: 'chromium',
        label: 'chromium',
        meta: { kilobyte: Buffer.alloc(1024) },
        connectTimeout: 60_000,
      }),
    )
  const { value: session } = await reservations.reserve('chromium', open, 10_000)
  const connection = { socket: Buffer.alloc(1024) }
  session.signal.addEventListener('abort', () => connection.socket.fill(1))
  session.onClose('socket', () => connection.socket.fill(2))
  session.onClose('cdp', () => Promise.resolve(connection))
  session.onClose('tester', () => undefined)()
  session.attach(connection)
  session.markReady(connection)
  await session.ready
  session.detach(connection, 'disconnected')
  registry.explain(session.id, 'closed')
  return new WeakRef(session)
}

test('invariant 11: 1,000 sessions leave nothing behind and the heap as it was', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const registry = new SessionRegistry<Page>()
  const reservations = new Reservations<Session<Page>>()
  const churn = async (): Promise<WeakRef<Session<Page>>[]> => {
    const refs: WeakRef<Session<Page>>[] = []
    for (let count = 0; count < 1000; count++) refs.push(await live(registry, reservations))
    await registry.settled()
    return refs
  }

  // The first round fills the history and lets the engine warm up.
  await churn()
  const before = await heapAfterCollection()
  const refs = await churn()
  const growth = (await heapAfterCollection()) - before

  expect(registry.size).toBe(0)
  expect(reservations.size).toBe(0)
  expect(vi.getTimerCount(), 'timers').toBe(0)
  expect(growth, 'heap growth in bytes').toBeLessThan(5 * 1024 * 1024)
  expect(
    refs.filter((ref) => ref.deref() !== undefined),
    'sessions still held',
  ).toHaveLength(0)
  vi.useRealTimers()
})

test('invariant 11: a gone session that somebody still holds lets go of what hung on it', async () => {
  const registry = new SessionRegistry<undefined>()
  const session = registry.open({ key: '', label: '', meta: undefined, connectTimeout: 60_000 })
  const attachAndClose = (): WeakRef<object>[] => {
    const connection = {}
    const tester = {}
    session.attach(connection)
    session.onClose('tester', () => void tester)
    session.close('closed')
    return [new WeakRef(connection), new WeakRef(tester)]
  }
  const refs = attachAndClose()
  await registry.settled()
  await heapAfterCollection()
  expect(refs.map((ref) => ref.deref())).toEqual([undefined, undefined])
  expect(session.signal.aborted).toBe(true)
})
