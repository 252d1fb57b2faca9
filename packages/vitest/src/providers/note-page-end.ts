import type { CloseCause } from '@livetab/sessions'
import type { LivetabCore } from '../livetab-core.ts'

/** The more a cause says, the higher it stands. */
const rank: Partial<Record<CloseCause, number>> = {
  disconnected: 0,
  lost: 1,
  closed: 2,
  crashed: 3,
  killed: 4,
}

/** A provider says what became of a page: its session ends, or its end is explained. */
export function notePageEnd(core: LivetabCore, sessionId: string, cause: CloseCause): void {
  const found = core.registry.lookup(sessionId)
  if (found.status === 'live') {
    found.session.close(cause)
    return
  }
  if (found.status === 'unknown') return
  const known = rank[found.gone.cause]
  if (known !== undefined && known < (rank[cause] ?? 0)) core.registry.explain(sessionId, cause)
}
