import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Session } from './session.ts'
import { type RegistryOptions, SessionRegistry } from './session-registry.ts'

type Failure = NonNullable<RegistryOptions<string>['onTeardownFailure']>
type Closed = NonNullable<RegistryOptions<string>['onClosed']>

const options = { key: 'project', label: 'chromium', meta: 'meta', connectTimeout: 1000 }

function boom(): never {
  throw new Error('boom')
}

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

describe('invariant 2: closing', () => {
  test('is over in the map before anyone hears of it, then aborts, then tears down, then tells', () => {
    const heard: string[] = []
    const note = (what: string, session: Session<string>): void => {
      const status = registry.lookup(session.id).status
      heard.push(`${what}: ${status}, aborted ${session.signal.aborted}`)
    }
    const registry = new SessionRegistry<string>({
      onClosed: (session) => note('onClosed', session),
    })
    const session = registry.open(options)
    session.onClose('first step', () => note('first step', session))
    session.onClose('second step', () => note('second step', session))
    session.signal.addEventListener('abort', () => note('signal', session))
    session.close('closed')
    expect(heard).toEqual([
      'signal: gone, aborted true',
      'first step: gone, aborted true',
      'second step: gone, aborted true',
      'onClosed: gone, aborted true',
    ])
  })

  test('happens once, whoever asks again and from wherever', () => {
    const onClosed = vi.fn<Closed>((session) => session.close('killed'))
    const registry = new SessionRegistry<string>({ onClosed })
    const session = registry.open(options)
    const step = vi.fn<() => void>(() => session.close('frozen'))
    session.signal.addEventListener('abort', () => session.close('lost'))
    session.onClose('step', step)
    session.close('closed')
    session.close('crashed')
    expect(step).toHaveBeenCalledOnce()
    expect(onClosed).toHaveBeenCalledOnce()
    expect(registry.lookup(session.id)).toMatchObject({ gone: { cause: 'closed' } })
    expect(session.signal.reason).toHaveProperty('closeCause', 'closed')
  })

  test('a failing step never skips the next, and is reported by name', async () => {
    const onTeardownFailure = vi.fn<Failure>()
    const onClosed = vi.fn<Closed>()
    const registry = new SessionRegistry<string>({ onTeardownFailure, onClosed })
    const session = registry.open(options)
    const next = vi.fn<() => void>()
    session.onClose('sockets', boom)
    session.onClose('calls', () => Promise.reject(new Error('refused')))
    session.onClose('mocks', next)
    session.close('closed')
    expect(next).toHaveBeenCalledOnce()
    expect(onClosed).toHaveBeenCalledOnce()
    await registry.settled()
    expect(onTeardownFailure.mock.calls).toEqual([
      [session, 'sockets', new Error('boom')],
      [session, 'calls', new Error('refused')],
    ])
  })

  // One throwing listener left the rest of the sessions in the map.
  test('a failing onClosed is reported and stops nothing', () => {
    const onTeardownFailure = vi.fn<Failure>()
    const registry = new SessionRegistry<string>({ onClosed: boom, onTeardownFailure })
    const sessions = [registry.open(options), registry.open(options)]
    registry.closeAll('shutdown')
    expect(registry.size).toBe(0)
    expect(onTeardownFailure.mock.calls).toEqual(
      sessions.map((session) => [session, 'onClosed', new Error('boom')]),
    )
  })

  // A reporter that threw skipped the next steps, and dispose() waited for ever.
  test('a failing onTeardownFailure is warned about and stops nothing', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    const registry = new SessionRegistry<string>({ onTeardownFailure: boom, teardownTimeout: 100 })
    const session = registry.open(options)
    const next = vi.fn<() => void>()
    session.onClose('throws', boom)
    session.onClose('rejects', () => Promise.reject(new Error('refused')))
    session.onClose('hangs', () => new Promise(() => undefined))
    session.onClose('next', next)
    const disposed = registry.dispose('shutdown')
    expect(next).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(100)
    await disposed
    expect(warned.mock.calls).toEqual(Array.from({ length: 3 }, () => [new Error('boom')]))
    warned.mockRestore()
  })

  test('is bounded against a browser that answers nothing', async () => {
    const onTeardownFailure = vi.fn<Failure>()
    const registry = new SessionRegistry<string>({ onTeardownFailure })
    const session = registry.open(options)
    session.onClose('cdp', () => new Promise(() => undefined))
    session.close('frozen')
    const settled = registry.settled()
    await vi.advanceTimersByTimeAsync(2000)
    await settled
    expect(onTeardownFailure).toHaveBeenCalledExactlyOnceWith(
      session,
      'cdp',
      new Error('[livetab] Tear-down step "cdp" did not finish within 2000 ms.'),
    )
  })

  // A late step threw at its caller, and a late promise was an unhandled rejection.
  test.each<[string, () => unknown]>([
    ['throws', boom],
    ['rejects', () => Promise.reject(new Error('boom'))],
  ])('a step registered after the end that %s is reported, not thrown', async (_, run) => {
    const onTeardownFailure = vi.fn<Failure>()
    const registry = new SessionRegistry<string>({ onTeardownFailure })
    const session = registry.open(options)
    session.close('closed')
    session.onClose('late', run)
    await registry.settled()
    expect(onTeardownFailure).toHaveBeenCalledExactlyOnceWith(session, 'late', new Error('boom'))
  })

  test('a step registered by a step, a listener or onClosed runs once and is waited for', async () => {
    const ran: string[] = []
    const late = (session: Session<string>, from: string): void => {
      session.onClose('late', () => ran.push(from))
    }
    const registry = new SessionRegistry<string>({
      onClosed: (session) => late(session, 'onClosed'),
    })
    const session = registry.open(options)
    session.signal.addEventListener('abort', () => late(session, 'listener'))
    session.onClose('step', () => late(session, 'step'))
    session.close('closed')
    expect(ran).toEqual(['listener', 'step', 'onClosed'])
    await registry.settled()
  })

  test('one session’s step may close another', () => {
    const closed: string[] = []
    const registry = new SessionRegistry<string>({ onClosed: ({ id }) => closed.push(id) })
    const [first, second] = [registry.open(options), registry.open(options)]
    first.onClose('step', () => second.close('cancelled'))
    registry.closeAll('shutdown')
    expect(closed).toEqual([second.id, first.id])
    expect(registry.lookup(second.id)).toMatchObject({ gone: { cause: 'cancelled' } })
  })
})
