import { shortId } from '@livetab/sessions'
import { relative } from 'pathe'
import type { TestProject } from 'vitest/node'
import type { LiveSession } from '../slot.ts'
import { internals, type Wire } from '../vitest-internals.ts'
import type { Attempt } from './attempt.ts'
import type { AttemptEnd } from './attempt-end.ts'
import { namesOf } from './fail-file.ts'
import { findFile } from './tasks.ts'

/** One line in the terminal: which page was lost, why, and what happens next. */
export function announceRetry(
  session: LiveSession,
  attempt: Attempt,
  end: AttemptEnd,
  driven: boolean,
): void {
  const { project } = session.meta
  const next = driven
    ? `Running the file again (attempt ${attempt.number + 1}).`
    : 'Press Rerun in the tab to go on with this file.'
  project.vitest.logger.warn(
    `[livetab] Session "${shortId(session.id)}" of project "${project.name}" ended while running ${displayPath(project, attempt)}: ${end.text}. ${next}`,
  )
}

/** Why a file failed that never got to its end. */
export function cutOff(
  project: TestProject,
  attempt: Attempt,
  ends: readonly AttemptEnd[],
  last: string = `${ends.at(-1)?.text ?? 'its page was lost'}.`,
): string {
  const tests = namesOf(project, attempt.runningTests)
  const where = tests.length > 0 ? ` while running "${tests.join('", "')}"` : ''
  const history = ends.length > 1 ? ` It was run ${ends.length} times: ${listOf(ends)}.` : ''
  return `[livetab] ${displayPath(project, attempt)} was cut off${where}: ${last.replace(/^\[livetab\] /, '')}${history} The option \`recover\` says how often a file is run again.`
}

/** Nobody may mistake a file that needed a second page for a clean pass. */
export async function markRetried(
  project: TestProject,
  attempt: Attempt,
  ends: readonly AttemptEnd[],
): Promise<void> {
  const file =
    ends.length > 0 && attempt.options.method === 'run' && findFile(project, attempt.file)
  if (!file) return
  const causes = ends.map(({ cause }) => cause)
  const meta = { ...file.meta, livetab: { attempts: attempt.number, causes } }
  await attempt.report.updated([[file.id, file.result, meta]], [])
  const content = `[livetab] This file was run ${attempt.number} times: ${listOf(ends)}.\n`
  const log = { type: 'stderr', content, taskId: file.id, time: Date.now(), size: content.length }
  await internals(project.vitest)._testRun.log(log as unknown as Wire)
}

function listOf(ends: readonly AttemptEnd[]): string {
  return ends.map(({ text }) => text).join('; then ')
}

function displayPath(project: TestProject, attempt: Attempt): string {
  return relative(project.config.root, attempt.file)
}
