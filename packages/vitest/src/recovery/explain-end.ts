import { setTimeout as wait } from 'node:timers/promises'
import type { CloseCause } from '@livetab/sessions'
import type { LivetabCore } from '../livetab-core.ts'
import type { PageHost } from '../providers/page-host.ts'
import type { LiveSession } from '../slot.ts'

/** How long the provider may take to say what became of a page whose socket closed. */
const patience = 400
const step = 20

/** Finds out why a session ended. A closed socket says nothing by itself: every end looks the same there. */
export async function explainEnd(
  core: LivetabCore,
  session: LiveSession,
  host: PageHost,
): Promise<CloseCause> {
  for (let waited = 0; ; waited += step) {
    const found = core.registry.lookup(session.id)
    const cause = found.status === 'gone' ? found.gone.cause : 'disconnected'
    if (cause !== 'disconnected') return cause
    if (waited >= patience) return settle(core, session, host.driven ? 'lost' : 'closed')
    await wait(step)
  }
}

function settle(core: LivetabCore, session: LiveSession, cause: CloseCause): CloseCause {
  core.registry.explain(session.id, cause)
  return cause
}
