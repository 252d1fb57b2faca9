import type { CloseCause } from '@livetab/sessions'
import type { LivetabCore } from '../livetab-core.ts'
import { openerOf } from '../providers/patch-provider.ts'
import { describeCause } from '../recovery/causes.ts'
import { explainEnd } from '../recovery/explain-end.ts'
import type { LiveSession } from '../slot.ts'
import { startsByItself } from './facts.ts'

const told: ReadonlySet<CloseCause> = new Set<CloseCause>([
  'reloaded',
  'closed',
  'crashed',
  'killed',
])

/** One line in the terminal when a tab that a person can see is gone between two files, and how to go on. */
export async function announceEnd(core: LivetabCore, session: LiveSession): Promise<void> {
  const { project, slot } = session.meta
  const { vitest } = core
  if (slot.attempt || project.config.browser.headless) return
  const cause = await explainEnd(core, session, openerOf(project).host)
  if (!told.has(cause) || !(slot.waiting ?? vitest.config.watch)) return
  vitest.logger.log(
    `[livetab] Project "${project.name}": ${describeCause(cause)}. ${howToGoOn(core, session)}`,
  )
}

function howToGoOn(core: LivetabCore, session: LiveSession): string {
  const { project, slot } = session.meta
  const found = core.registry.lookup(session.id)
  const reloaded = found.status === 'gone' && found.gone.cause === 'reloaded'
  if (reloaded && startsByItself(core, project, found.gone))
    return 'Its tests run again by themselves.'
  if (slot.waiting) {
    return reloaded
      ? 'Press Rerun in the tab to go on.'
      : 'Open its link again and press Rerun to go on.'
  }
  return reloaded
    ? 'Press Rerun in the tab, or r here, to run its tests again.'
    : 'Press r to open a new tab and run its tests again.'
}
