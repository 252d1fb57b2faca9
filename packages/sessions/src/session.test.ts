import { expect, test, vi } from 'vitest'
import { SessionClosedError, SessionInUseError } from './errors.ts'
import type { Session } from './session.ts'
import { SessionRegistry } from './session-registry.ts'

function openOne(): { registry: SessionRegistry<string>; session: Session<string> } {
  const registry = new SessionRegistry<string>()
  const session = registry.open({
    key: 'chromium',
    label: 'chromium',
    meta: 'meta',
    connectTimeout: 60_000,
  })
  return { registry, session }
}

test('goes from opening to attached to ready', async () => {
  const { session } = openOne()
  const connection = {}
  expect(session.state).toBe('opening')
  session.attach(connection)
  expect(session.state).toBe('attached')
  session.markReady(connection)
  expect(session.state).toBe('ready')
  await session.ready
  expect(session.isHeldBy(connection)).toBe(true)
})

test('invariant 3: a second orchestrator is refused and does not disturb the first', async () => {
  const { session } = openOne()
  const first = {}
  const second = {}
  session.attach(first)
  expect(() => session.attach(second)).toThrow(SessionInUseError)
  expect(session.isHeldBy(first)).toBe(true)
  expect(session.isHeldBy(second)).toBe(false)

  session.markReady(first)
  await session.ready
  expect(() => session.attach(second)).toThrow(SessionInUseError)
  expect(() => session.attach(first)).toThrow(SessionInUseError)
  expect(session.state).toBe('ready')
})

test('invariant 3: only the orchestrator says that it is ready', () => {
  const { session } = openOne()
  session.markReady({})
  expect(session.state).toBe('opening')
  session.attach({})
  session.markReady({})
  expect(session.state).toBe('attached')
})

test('invariant 3: a connection that does not hold the session cannot end it', () => {
  const { registry, session } = openOne()
  const held = {}
  session.detach({}, 'disconnected')
  session.attach(held)
  session.detach({}, 'disconnected')
  expect(registry.get(session.id)).toBe(session)
  session.detach(held, 'reloaded', 'The tab was reloaded.')
  expect(registry.get(session.id)).toBeUndefined()
  expect(registry.lookup(session.id)).toMatchObject({
    status: 'gone',
    gone: { cause: 'reloaded', detail: 'The tab was reloaded.' },
  })
})

test('invariants 1 and 2: a closed session admits nobody, not even who held it', async () => {
  const { session } = openOne()
  const connection = {}
  session.attach(connection)
  session.close('closed')
  expect(session.isHeldBy(connection)).toBe(false)
  expect(() => session.attach(connection)).toThrow(SessionClosedError)
  expect(() => session.attach({})).toThrow(SessionClosedError)
  session.markReady(connection)
  await expect(session.ready).rejects.toThrow(SessionClosedError)
})

test('invariant 2: a closed session lets go of its connection', () => {
  const { registry, session } = openOne()
  const connection = {}
  session.attach(connection)
  session.close('crashed')
  session.detach(connection, 'disconnected')
  expect(registry.lookup(session.id)).toMatchObject({ gone: { cause: 'crashed' } })
})

test('invariant 5: waiting for ready ends with the one closed error', async () => {
  const { session } = openOne()
  const waiting = session.ready.catch((error: unknown) => error)
  session.close('crashed', 'The page crashed.')
  expect(await waiting).toBe(session.signal.reason)
  expect(session.signal.reason).toEqual(
    expect.objectContaining({
      name: 'SessionClosedError',
      sessionId: session.id,
      closeCause: 'crashed',
      message: `[livetab] Session "${session.id.slice(0, 8)}" of project "chromium" is closed (crashed). The page crashed.`,
    }),
  )
})

test('a session that got ready stays ready for who asks after its end', async () => {
  const { session } = openOne()
  const connection = {}
  session.attach(connection)
  session.markReady(connection)
  session.close('closed')
  await expect(session.ready).resolves.toBeUndefined()
})

test('a forgotten step does not run', () => {
  const { session } = openOne()
  const kept = vi.fn<() => void>()
  const forgotten = vi.fn<() => void>()
  const forget = session.onClose('tester', forgotten)
  session.onClose('tester', kept)
  forget()
  forget()
  session.close('closed')
  expect(forgotten).not.toHaveBeenCalled()
  expect(kept).toHaveBeenCalledOnce()
})

// Tear-down walked over a copy: a step that undid another one's work could not stop that one.
test('a step may forget one that comes after it', () => {
  const { session } = openOne()
  const later = vi.fn<() => void>()
  let forgetLater = (): void => undefined
  session.onClose('first', () => forgetLater())
  forgetLater = session.onClose('later', later)
  session.close('closed')
  expect(later).not.toHaveBeenCalled()
})

test('invariant 2: a step registered after the end runs at once', () => {
  const { session } = openOne()
  session.close('closed')
  const late = vi.fn<() => void>()
  const forget = session.onClose('late', late)
  expect(late).toHaveBeenCalledOnce()
  forget()
})
