import type { SessionFacts } from '@livetab/server'
import type { GoneSession } from '@livetab/sessions'
import { relative } from 'pathe'
import type { LivetabCore } from '../livetab-core.ts'
import type { LiveSession } from '../slot.ts'
import { lastRunOf } from './last-run.ts'

/** What the session page may tell the browser that held the session. */
export function factsOf(core: LivetabCore, subject: LiveSession | GoneSession): SessionFacts {
  const project = core.vitest.projects.find((it) => it.name === subject.key)
  const cause = 'cause' in subject ? subject.cause : undefined
  if (!project) {
    return {
      project: subject.label,
      cause,
      lastRun: undefined,
      rerun: { files: 0, interrupted: undefined },
      provider: '',
      automatic: false,
    }
  }
  const last = lastRunOf(project)
  const waiting = core.slotsOf(project).find((slot) => slot.waiting)?.attempt
  return {
    project: project.name,
    cause,
    lastRun: last && { passed: last.passed, failed: last.failed, skipped: last.skipped },
    rerun: {
      files: last?.files.length ?? 0,
      interrupted: waiting && relative(project.config.root, waiting.file),
    },
    provider: project.config.browser.provider?.name ?? '',
    automatic: false,
  }
}
