import { type GoneSession, mintId } from '@livetab/sessions'
import type { TestProject, TestSpecification } from 'vitest/node'
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
    throw new Error(
      `[livetab] There is no project "${gone.label}" any more, so its tests cannot be run again.`,
    )
  }
  const { value } = await core.reservations.reserve(
    gone.key,
    () => openOrSayWhyNot(core, project, gone),
    longestWait,
  )
  return value.id
}

/** The page only learns that it did not work; why is for whoever reads the terminal. */
async function openOrSayWhyNot(
  core: LivetabCore,
  project: TestProject,
  gone: GoneSession,
): Promise<LiveSession> {
  try {
    return await openInPlace(core, project, gone)
  } catch (error) {
    sayWhyNot(core, project, error)
    throw error
  }
}

function sayWhyNot({ vitest }: LivetabCore, project: TestProject, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error)
  vitest.logger.error(
    `[livetab] The tests of project "${project.name}" cannot be run again: ${reason}`,
  )
}

async function openInPlace(
  core: LivetabCore,
  project: TestProject,
  gone: GoneSession,
): Promise<LiveSession> {
  const since = core.runs.now()
  const existing = successor(core, project, gone)
  if (existing) return existing
  await projectInternals(project)._initBrowserProvider()
  const { host } = openerOf(project)
  // The provider took its time to start: somebody else may have been quicker.
  const quicker = successor(core, project, gone) ?? usurper(core, project, gone)
  if (quicker) return quicker
  const slot =
    (host.driven ? undefined : interruptedSlot(core, project)) ?? createIdleSlot(core, project)
  const session = core.openSession(slot, gone.id)
  host.transfer(gone.id, session.id)
  session.ready.then(
    () => {
      continueIn(core, slot, session, since).catch((error: unknown) => {
        sayWhyNot(core, project, error)
      })
    },
    () => {
      if (!slot.waiting && !slot.attempt && slot.session === undefined)
        core.dropSlot(slot, 'never-connected')
    },
  )
  return session
}

/** The session that already took the ended one's place. A person's project has one tab at a time. */
function successor(
  core: LivetabCore,
  project: TestProject,
  gone: GoneSession,
): LiveSession | undefined {
  const live = core.registry.list().filter((session) => session.meta.project === project)
  const replacing = live.find((session) => session.meta.replaces === gone.id)
  if (replacing) return replacing
  return project.config.browser.provider?.name === 'preview' ? live[0] : undefined
}

/** The session that the ended one's driven page made room for: that page is about to be closed. */
function usurper(
  core: LivetabCore,
  project: TestProject,
  gone: GoneSession,
): LiveSession | undefined {
  const { host } = openerOf(project)
  if (!host.driven || host.sessions().includes(gone.id)) return undefined
  return core.registry.list().find((session) => session.meta.project === project)
}

/** A run that lost its tab takes the next one; it may still be finding out why the last one is gone. */
function interruptedSlot(core: LivetabCore, project: TestProject): Slot | undefined {
  return core.slotsOf(project).find((slot) => !slot.session && (slot.waiting ?? slot.attempt))
}

function createIdleSlot(core: LivetabCore, project: TestProject): Slot {
  const slot = core.createSlot(mintId(), project, {
    reject: (error) => {
      core.vitest.state.catchError(error, 'Browser Error')
    },
  })
  slot.isFree = true
  slot.opened.resolve()
  return slot
}

/** The tab is there: go on with the file that waits for it, or run the last run's files again. */
async function continueIn(
  core: LivetabCore,
  slot: Slot,
  session: LiveSession,
  since: number,
): Promise<void> {
  if (slot.waiting) {
    slot.waiting.resolve(session)
    return
  }
  if (slot.attempt) return
  const { project } = slot
  // Whatever runs by then uses this tab, unless it has taken it already.
  if (session.meta.slot === slot) {
    slot.isFree = false
    projectInternals(project)._browserReadySessions.add(slot.id)
  }
  await core.runs.runForTab(async () => {
    if (session.signal.aborted) return []
    const specifications = await filesToRun(core, project)
    return specifications.filter((it) => !core.runs.wasStartedSince(project, it.moduleId, since))
  })
}

/** What the last run had, or, if there was none, what the project has. */
async function filesToRun(core: LivetabCore, project: TestProject): Promise<TestSpecification[]> {
  const { vitest } = core
  const last = lastRunOf(project)
  if (last) return last.files.map((file) => project.createSpecification(file))
  if (vitest.config.standalone) return []
  const all = await vitest.globTestSpecifications(internals(vitest).filenamePattern)
  return all.filter((it) => it.project === project)
}
