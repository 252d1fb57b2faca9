import type { GoneSession, SessionRegistry } from '@livetab/sessions'
import type { LiveSession, SessionMeta } from '../slot.ts'

/**
 * How far the reloaded tab's request and the end of its old socket may lie apart.
 * Another tab of the same browser may ask for the page, too; then the socket stays open for longer.
 */
const longestReload = 3000

/** The browser that holds a session, or held it a moment ago, asks for its page again. */
export function noteReload(
  registry: SessionRegistry<SessionMeta>,
  subject: LiveSession | GoneSession,
): void {
  const now = Date.now()
  if (!('closedAt' in subject)) subject.meta.reloadSeenAt = now
  else if (subject.cause === 'disconnected' && now - subject.closedAt < longestReload) {
    registry.explain(subject.id, 'reloaded')
  }
}

/** A socket that closes right after that request was the reloaded tab's. */
export function explainReload(
  registry: SessionRegistry<SessionMeta>,
  session: LiveSession,
  gone: GoneSession,
): void {
  const { reloadSeenAt } = session.meta
  if (gone.cause !== 'disconnected' || reloadSeenAt === undefined) return
  if (gone.closedAt - reloadSeenAt < longestReload) registry.explain(gone.id, 'reloaded')
}
