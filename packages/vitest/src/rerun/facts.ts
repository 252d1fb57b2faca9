import type { SessionFacts } from '@livetab/server'
import type { GoneSession } from '@livetab/sessions'
import { relative } from 'pathe'
import type { TestProject } from 'vitest/node'
import type { LivetabCore } from '../livetab-core.ts'
import { lastRunOf } from './last-run.ts'

/** A reload asks within moments what became of its session; whoever asks later came another way. */
const reloadAsks = 10_000

/** What the session page may tell the browser that held the session. */
export function factsOf(core: LivetabCore, gone: GoneSession): SessionFacts {
  const project = core.vitest.projects.find((it) => it.name === gone.key)
  return {
    project: gone.label,
    cause: gone.cause,
    ...(project
      ? whatComesNext(core, project)
      : { lastRun: undefined, rerun: { files: 0, interrupted: undefined } }),
    ...(project ? whoStarts(core, project, gone) : { automatic: false, braked: false }),
  }
}

/** A run that waits for its tab goes on with what it has left; otherwise everything is run again. */
function whatComesNext(
  core: LivetabCore,
  project: TestProject,
): Pick<SessionFacts, 'lastRun' | 'rerun'> {
  const interrupted = core.slotsOf(project).find((slot) => slot.waiting ?? slot.attempt)
  if (interrupted) {
    const waiting = core.runs.waitingFiles(project).length
    const file = interrupted.attempt?.file
    return {
      lastRun: undefined,
      rerun:
        file === undefined
          ? { files: waiting, interrupted: undefined }
          : { files: waiting + 1, interrupted: relative(project.config.root, file) },
    }
  }
  const last = lastRunOf(project)
  return {
    lastRun: last && { passed: last.passed, failed: last.failed, skipped: last.skipped },
    // A run that has started no file yet may not know so soon that its tab is gone.
    rerun: {
      files: last?.files.length ?? core.runs.waitingFiles(project).length,
      interrupted: undefined,
    },
  }
}

/** With `reload: 'rerun'` a reload needs nobody to press anything, unless it happens again and again. */
export function startsByItself(
  core: LivetabCore,
  project: TestProject,
  gone: GoneSession,
): boolean {
  return isAutomatic(core, project, gone) && core.brake.allows(gone)
}

function isAutomatic(core: LivetabCore, project: TestProject, gone: GoneSession): boolean {
  const reloaded = gone.cause === 'reloaded' && Date.now() - gone.closedAt < reloadAsks
  return reloaded && core.optionsOf(project).reload === 'rerun' && !isReplaced(core, project)
}

/** A driven page that is lost during a run gets a successor without anybody's doing. */
function isReplaced(core: LivetabCore, project: TestProject): boolean {
  const driven = project.config.browser.provider?.name !== 'preview'
  return driven && core.slotsOf(project).some((slot) => slot.attempt)
}

function whoStarts(
  core: LivetabCore,
  project: TestProject,
  gone: GoneSession,
): Pick<SessionFacts, 'automatic' | 'braked'> {
  const automatic = startsByItself(core, project, gone)
  return { automatic, braked: !automatic && isAutomatic(core, project, gone) }
}
