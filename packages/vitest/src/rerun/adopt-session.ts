import type { LivetabCore } from '../livetab-core.ts'
import type { Slot } from '../slot.ts'

/**
 * Gives a slot the session that a person opened with Rerun a moment ago, so that the terminal's `r`
 * and the tab's Rerun end in one session. Resolves with whether there was one.
 */
export async function adoptSession(core: LivetabCore, slot: Slot): Promise<boolean> {
  const session = core.registry
    .list()
    .find(
      (it) => it.meta.project === slot.project && it.meta.slot !== slot && !it.meta.slot.attempt,
    )
  if (!session) return false
  const { slot: former } = session.meta
  session.meta.slot = slot
  slot.session = session
  former.session = undefined
  core.dropSlot(former, 'shutdown')
  try {
    await session.ready
    return true
  } catch {
    return false
  }
}
