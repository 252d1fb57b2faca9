import { SessionRegistry } from '@livetab/sessions'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveSession, SessionMeta } from '../slot.ts'
import { explainReload, noteReload } from './note-reload.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function openSession(): { registry: SessionRegistry<SessionMeta>; session: LiveSession } {
  const registry = new SessionRegistry<SessionMeta>({
    onClosed: (ended, gone) => {
      explainReload(registry, ended, gone)
    },
  })
  const meta = { reloadSeenAt: undefined } as unknown as SessionMeta
  const session = registry.open({ key: 'project', label: 'project', meta, connectTimeout: 60_000 })
  return { registry, session }
}

function causeOf(registry: SessionRegistry<SessionMeta>, { id }: LiveSession): string | undefined {
  const found = registry.lookup(id)
  return found.status === 'gone' ? found.gone.cause : undefined
}

test('the request, then the end of the socket: a reload', () => {
  const { registry, session } = openSession()
  noteReload(registry, session)
  vi.advanceTimersByTime(200)
  session.close('disconnected')
  expect(causeOf(registry, session)).toBe('reloaded')
})

test('the end of the socket, then the request: a reload', () => {
  const { registry, session } = openSession()
  session.close('disconnected')
  vi.advanceTimersByTime(200)
  const found = registry.lookup(session.id)
  if (found.status === 'gone') noteReload(registry, found.gone)
  expect(causeOf(registry, session)).toBe('reloaded')
})

test('a second tab that looked at the link long ago does not turn a close into a reload', () => {
  const { registry, session } = openSession()
  noteReload(registry, session)
  vi.advanceTimersByTime(3000)
  session.close('disconnected')
  expect(causeOf(registry, session)).toBe('disconnected')
})

test('a link that is opened again long after its tab was closed is no reload', () => {
  const { registry, session } = openSession()
  session.close('disconnected')
  vi.advanceTimersByTime(3000)
  const found = registry.lookup(session.id)
  if (found.status === 'gone') noteReload(registry, found.gone)
  expect(causeOf(registry, session)).toBe('disconnected')
})

test('an end that is known for what it was stays what it was', () => {
  const { registry, session } = openSession()
  noteReload(registry, session)
  session.close('crashed')
  expect(causeOf(registry, session)).toBe('crashed')
})
