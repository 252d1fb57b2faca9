import type { LivetabCore } from '../livetab-core.ts'
import type { LiveSession, Slot } from '../slot.ts'
import { within } from '../within.ts'

/** How long a tab that pressed Rerun may be on its way to its session. */
const longestWay = 3000

/**
 * Gives a slot the session that a person opened with Rerun a moment ago, so that the terminal's `r`
 * and the tab's Rerun end in one session.
 */
export function adoptSession(
  core: LivetabCore,
  slot: Slot,
  mayAdopt: (from: Slot) => boolean = (from) => !from.attempt,
): LiveSession | undefined {
  const session = core.registry
    .list()
    .find(({ meta }) => meta.project === slot.project && meta.slot !== slot && mayAdopt(meta.slot))
  if (!session) return undefined
  const { slot: former } = session.meta
  session.meta.slot = slot
  slot.session = session
  former.session = undefined
  core.dropSlot(former, 'shutdown')
  return session
}

/** False when the tab that asked for a session did not come; it may have been closed in between. */
export async function isComing(session: LiveSession): Promise<boolean> {
  try {
    await within(session.ready, longestWay)
    return true
  } catch {
    return session.signal.aborted || session.state !== 'opening'
  }
}
