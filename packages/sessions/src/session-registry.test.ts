import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RegistryDisposedError, SessionClosedError } from './errors.ts'
import { type RegistryOptions, SessionRegistry } from './session-registry.ts'

type Closed = NonNullable<RegistryOptions<string>['onClosed']>

const options = { key: 'project', label: 'chromium', meta: 'meta', connectTimeout: 1000 }

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

describe('invariant 1: one authority', () => {
  test('a session is in the map or it does not exist', () => {
    const registry = new SessionRegistry<string>()
    const session = registry.open(options)
    expect(registry.get(session.id)).toBe(session)
    expect(registry.list()).toEqual([session])
    expect(registry.lookup(session.id)).toEqual({ status: 'live', session })
    session.close('closed')
    expect(registry.get(session.id)).toBeUndefined()
    expect(registry.list()).toEqual([])
    expect(registry.size).toBe(0)
    expect(registry.lookup(session.id)).toMatchObject({ status: 'gone', gone: { id: session.id } })
    expect(registry.lookup('never was')).toEqual({ status: 'unknown' })
  })

  test('history explains and never admits', () => {
    const registry = new SessionRegistry<string>({ historyLimit: 1 })
    const [first, second] = [registry.open(options), registry.open(options)]
    second.holder = 'secret'
    first.close('closed')
    second.close('disconnected')
    registry.explain(second.id, 'crashed', 'The page crashed.')
    expect(registry.lookup(first.id)).toEqual({ status: 'unknown' })
    expect(registry.lookup(second.id)).toMatchObject({
      status: 'gone',
      gone: { cause: 'crashed', detail: 'The page crashed.', holder: 'secret', key: 'project' },
    })
    expect(registry.get(second.id)).toBeUndefined()
  })

  test('explaining a live session changes nothing', () => {
    const registry = new SessionRegistry<string>()
    const session = registry.open(options)
    registry.explain(session.id, 'crashed')
    expect(registry.lookup(session.id)).toEqual({ status: 'live', session })
  })
})

describe('invariant 5: every wait ends', () => {
  test('a session whose tab never connects ends by itself', async () => {
    const onClosed = vi.fn<Closed>()
    const registry = new SessionRegistry<string>({ onClosed })
    const session = registry.open(options)
    const waiting = session.ready.catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(999)
    expect(registry.get(session.id)).toBe(session)
    await vi.advanceTimersByTimeAsync(1)
    expect(await waiting).toBeInstanceOf(SessionClosedError)
    expect(registry.lookup(session.id)).toMatchObject({
      gone: { cause: 'never-connected', detail: 'No tab connected within 1000 ms.' },
    })
    expect(onClosed).toHaveBeenCalledOnce()
  })

  test('a session that attached and never got ready ends too, and says so', async () => {
    const registry = new SessionRegistry<string>()
    const session = registry.open(options)
    session.attach({})
    await vi.advanceTimersByTimeAsync(1000)
    expect(registry.lookup(session.id)).toMatchObject({
      gone: { cause: 'never-connected', detail: 'The tab did not get ready within 1000 ms.' },
    })
  })

  test('a ready session has no deadline left', async () => {
    const registry = new SessionRegistry<string>()
    const session = registry.open(options)
    const connection = {}
    session.attach(connection)
    session.markReady(connection)
    await session.ready
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(registry.get(session.id)).toBe(session)
  })

  test('a session without a limit waits', async () => {
    const registry = new SessionRegistry<string>()
    const session = registry.open({ ...options, connectTimeout: Infinity })
    await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000)
    expect(registry.get(session.id)).toBe(session)
    session.close('closed')
  })

  test('settled waits for tear-down that starts while it waits', async () => {
    const registry = new SessionRegistry<string>()
    const [first, second] = [registry.open(options), registry.open(options)]
    const [firstStep, secondStep] = [Promise.withResolvers(), Promise.withResolvers()]
    first.onClose('step', () => firstStep.promise)
    second.onClose('step', () => secondStep.promise)
    const settled = vi.fn<() => void>()
    first.close('closed')
    void registry.settled().then(settled)
    second.close('closed')
    firstStep.resolve(undefined)
    await vi.advanceTimersByTimeAsync(0)
    expect(settled).not.toHaveBeenCalled()
    secondStep.resolve(undefined)
    await vi.advanceTimersByTimeAsync(0)
    expect(settled).toHaveBeenCalledOnce()
  })
})

test('invariant 6: each session mints its own id', () => {
  const registry = new SessionRegistry<string>()
  const ids = Array.from({ length: 100 }, () => registry.open(options).id)
  expect(new Set(ids).size).toBe(100)
  registry.closeAll('shutdown')
})

describe('invariant 11: all is empty at the end', () => {
  test('dispose ends every session, waits for tear-down and forgets the history', async () => {
    const registry = new SessionRegistry<string>()
    const sessions = [registry.open(options), registry.open(options), registry.open(options)]
    const step = Promise.withResolvers()
    sessions[1]?.onClose('step', () => step.promise)
    sessions[2]?.close('closed')
    const disposed = vi.fn<() => void>()
    void registry.dispose('shutdown').then(disposed)
    expect(registry.size).toBe(0)
    await vi.advanceTimersByTimeAsync(0)
    expect(disposed).not.toHaveBeenCalled()
    step.resolve(undefined)
    await vi.advanceTimersByTimeAsync(0)
    expect(disposed).toHaveBeenCalledOnce()
    for (const { id } of sessions) expect(registry.lookup(id)).toEqual({ status: 'unknown' })
    expect(vi.getTimerCount()).toBe(0)
  })

  // A rerun that raced with the shutdown left a session that nobody ended.
  test('nothing is opened while dispose is under way, nor after', async () => {
    const refused: unknown[] = []
    const tryOpen = (): void => {
      try {
        registry.open(options)
      } catch (error) {
        refused.push(error)
      }
    }
    const registry = new SessionRegistry<string>({ onClosed: tryOpen })
    const session = registry.open(options)
    session.signal.addEventListener('abort', tryOpen)
    session.onClose('step', tryOpen)
    const disposed = registry.dispose('shutdown')
    tryOpen()
    await disposed
    tryOpen()
    expect(refused).toHaveLength(5)
    for (const error of refused) expect(error).toBeInstanceOf(RegistryDisposedError)
    expect(registry.size).toBe(0)
  })

  test('dispose may be asked for twice, and from within', async () => {
    const onClosed = vi.fn<Closed>(() => void registry.dispose('cancelled'))
    const registry = new SessionRegistry<string>({ onClosed })
    registry.open(options)
    registry.open(options)
    await Promise.all([registry.dispose('shutdown'), registry.dispose('restarted')])
    expect(onClosed).toHaveBeenCalledTimes(2)
    expect(() => registry.open(options)).toThrow('all sessions were ended (shutdown)')
    expect(vi.getTimerCount()).toBe(0)
  })
})
