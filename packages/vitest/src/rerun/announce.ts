import type { LivetabCore } from '../livetab-core.ts'
import { explainEnd } from '../recovery/explain-end.ts'
import { describeCause } from '../recovery/causes.ts'
import { openerOf } from '../providers/patch-provider.ts'
import type { LiveSession } from '../slot.ts'

/** One line in the terminal when an idle tab that a person can see is gone, and how to go on. */
export async function announceEnd(core: LivetabCore, session: LiveSession): Promise<void> {
  const { project, slot } = session.meta
  const { vitest } = core
  if (slot.attempt || project.config.browser.headless || !vitest.config.watch) return
  const { host } = openerOf(project)
  const cause = await explainEnd(core, session, host)
  if (cause !== 'reloaded' && cause !== 'closed' && cause !== 'crashed' && cause !== 'killed') return
  const how =
    cause === 'reloaded'
      ? 'Press Rerun in the tab, or r here, to run its tests again.'
      : 'Press r to open a new tab and run its tests again.'
  vitest.logger.log(`[livetab] Project "${project.name}": ${describeCause(cause)}. ${how}`)
}
