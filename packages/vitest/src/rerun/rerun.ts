import { type GoneSession, mintId } from '@livetab/sessions'
import type { TestProject } from 'vitest/node'
import type { LivetabCore } from '../livetab-core.ts'
import { openerOf } from '../providers/patch-provider.ts'
import type { LiveSession, Slot } from '../slot.ts'
import { internals, projectInternals } from '../vitest-internals.ts'
import { lastRunOf } from './last-run.ts'

/** How long a Rerun may wait for its session before it is told to come back. */
const longestWait = 10_000

/** Opens a session in place of one that ended; callers that come at the same time share it. */
export async function rerun(core: LivetabCore, gone: GoneSession): Promise<string> {
  const project = core.vitest.projects.find((it) => it.name === gone.key && core.isWrapped(it))
  if (!project) {
    throw new Error(`[livetab] There is no project "${gone.label}" any more, so its tests cannot be run again.`)
  }
  const { value } = await core.reservations.reserve(
    gone.key,
    () => openInPlace(core, project, gone),
    longestWait,
  )
  return value.id
}

async function openInPlace(core: LivetabCore, project: TestProject, gone: GoneSession): Promise<LiveSession> {
  const existing = successor(core, project, gone)
  if (existing) return existing
  await projectInternals(project)._initBrowserProvider()
  const { host } = openerOf(project)
  // The provider took its time to start: somebody else may have been quicker.
  const since = successor(core, project, gone)
  if (since) return since
  const slot = core.slotsOf(project).find((it) => it.waiting) ?? createIdleSlot(core, project)
  const session = core.openSession(slot, gone.id)
  host.transfer(gone.id, session.id)
  session.ready.then(
    () => {
      void continueIn(core, slot, session)
    },
    () => {
      if (!slot.waiting && slot.session === undefined) core.dropSlot(slot, 'never-connected')
    },
  )
  return session
}

/** The session that already took the ended one's place. A person's project has one tab at a time. */
function successor(core: LivetabCore, project: TestProject, gone: GoneSession): LiveSession | undefined {
  const live = core.registry.list().filter((session) => session.meta.project === project)
  const replacing = live.find((session) => session.meta.replaces === gone.id)
  if (replacing) return replacing
  return project.config.browser.provider?.name === 'preview' ? live[0] : undefined
}

function createIdleSlot(core: LivetabCore, project: TestProject): Slot {
  const slot = core.createSlot(mintId(), project, {
    reject: (error) => {
      core.vitest.state.catchError(error, 'Browser Error')
    },
  })
  slot.opened.resolve()
  return slot
}

/** The tab is there: go on with the file that waits for it, or run the last run's files again. */
async function continueIn(core: LivetabCore, slot: Slot, session: LiveSession): Promise<void> {
  if (slot.waiting) {
    slot.waiting.resolve(session)
    return
  }
  const { project } = slot
  projectInternals(project)._browserReadySessions.add(slot.id)
  const { vitest } = core
  // Another project may be running. Whatever runs then may also use this tab, and then there is nothing to do.
  while (internals(vitest).runningPromise) {
    await internals(vitest).runningPromise?.catch(() => undefined)
  }
  if (session.signal.aborted || session.meta.slot !== slot || slot.attempt) return
  const files = lastRunOf(project)?.files ?? []
  if (files.length === 0) return
  const specifications = files.map((file) => project.createSpecification(file))
  await vitest.rerunTestSpecifications(specifications, true)
}
