import type { TesterOptions } from '@livetab/client'
import { type CloseCause, shortId } from '@livetab/sessions'
import { relative } from 'pathe'
import { BrowserConnectionError } from 'vitest/node'
import type { LivetabCore } from '../livetab-core.ts'
import { openerOf } from '../providers/patch-provider.ts'
import type { LiveSession, Slot } from '../slot.ts'
import { internals, type Wire } from '../vitest-internals.ts'
import { Attempt } from './attempt.ts'
import { blamesFile, describeCause, isIntended } from './causes.ts'
import { explainEnd } from './explain-end.ts'
import { failFile, namesOf } from './fail-file.ts'
import { watchForFreeze } from './freeze-watch.ts'
import { nextSession } from './next-session.ts'
import type { PageOpener } from './page-opener.ts'
import { withdrawFile } from './withdraw.ts'

/** A lost browser or connection can hit any file any number of times; this many in a row are too many. */
const mostMishaps = 4

/**
 * Runs one file to its end, in as many sessions as it takes. Resolves when the file is through,
 * passed or failed; rejects only when the whole project cannot go on.
 */
export async function runFile(core: LivetabCore, slot: Slot, options: TesterOptions): Promise<void> {
  const recover = core.optionsOf(slot.project).recover ?? 1
  const ends: CloseCause[] = []
  try {
    for (;;) {
      const attempt = new Attempt(ends.length + 1, options)
      slot.attempt = attempt
      const opener = openerOf(slot.project)
      const session = await nextSession(core, opener, slot)
      const end = await runOnce(core, opener, session, attempt)
      if (!end) {
        attempt.accept()
        await markRetried(slot, attempt, ends)
        return
      }
      ends.push(end)
      if (!mayRetry(ends, recover, opener)) {
        await failFile(slot.project, attempt, cutOff(slot, attempt, ends))
        return
      }
      announce(slot, session, attempt, end, opener)
      withdrawFile(slot.project, attempt.file)
    }
  } finally {
    slot.attempt = undefined
  }
}

/** Resolves with why the session ended under the file, or with nothing when the file is through. */
async function runOnce(
  core: LivetabCore,
  opener: PageOpener,
  session: LiveSession,
  attempt: Attempt,
): Promise<CloseCause | undefined> {
  const { project, rpc } = session.meta
  if (project.config.isolate) closeTesters(session)
  const stopWatching = watchForFreeze(core, opener.host, session, attempt)
  const offCancel = project.vitest.onCancel((reason) => rpc?.onCancel(reason).catch(() => undefined))
  try {
    if (!rpc) throw new Error('the session ended')
    await rpc.createTesters(attempt.options)
    return undefined
  } catch (error) {
    if (!session.signal.aborted) {
      // The page is fine; what it could not do is this file's own failure.
      await failFile(project, attempt, error instanceof Error ? error.message : String(error))
      return undefined
    }
    const cause = await explainEnd(core, session, opener.host)
    await opener.host.release(session.id)
    if (cause === 'frozen' && !attempt.froze) await opener.host.abandonBrowser()
    if (isIntended(cause) || internals(project.vitest).isCancelling) {
      throw new BrowserConnectionError(`[livetab] ${describeCause(cause)}.`)
    }
    return cause
  } finally {
    stopWatching()
    offCancel()
  }
}

/** Testers of earlier files in this page may still have something to say; nobody listens any more. */
function closeTesters(session: LiveSession): void {
  for (const tester of [...session.meta.testers]) tester.close('its file is through')
}

function mayRetry(ends: readonly CloseCause[], recover: number, opener: PageOpener): boolean {
  if (recover === 0) return false
  // Whoever presses Rerun wants it to run.
  const counted = opener.host.driven ? ends : ends.filter((cause) => cause !== 'reloaded')
  const blamed = counted.filter(blamesFile).length
  return blamed <= recover && counted.length - blamed < Math.max(recover + 1, mostMishaps)
}

function announce(slot: Slot, session: LiveSession, attempt: Attempt, cause: CloseCause, opener: PageOpener): void {
  const { project } = slot
  const next = opener.host.driven
    ? `Running the file again in a new page (attempt ${attempt.number + 1}).`
    : 'Press Rerun in the tab to go on with this file.'
  project.vitest.logger.warn(
    `[livetab] Session "${shortId(session.id)}" of project "${project.name}" ended while running ${displayPath(slot, attempt)}: ${describeCause(cause)}. ${next}`,
  )
}

function cutOff(slot: Slot, attempt: Attempt, ends: readonly CloseCause[]): string {
  const tests = namesOf(slot.project, attempt.runningTests)
  const where = tests.length > 0 ? ` while running "${tests.join('", "')}"` : ''
  const last = ends.at(-1) ?? 'disconnected'
  const history =
    ends.length > 1 ? ` It was run ${ends.length} times: ${ends.map(describeCause).join('; then ')}.` : ''
  return `[livetab] ${displayPath(slot, attempt)} was cut off${where}: ${describeCause(last)}.${history} The option \`recover\` says how often it is tried again.`
}

function displayPath(slot: Slot, attempt: Attempt): string {
  return relative(slot.project.config.root, attempt.file)
}

/** Nobody may mistake a file that needed a second page for a clean pass. */
async function markRetried(slot: Slot, attempt: Attempt, ends: readonly CloseCause[]): Promise<void> {
  if (ends.length === 0) return
  const { project } = slot
  const file = project.vitest.state.getFiles([attempt.file]).find((it) => it.projectName === project.name)
  if (!file) return
  Object.assign(file.meta, { livetab: { attempts: attempt.number, ends } })
  const content = `[livetab] This file was run ${attempt.number} times: ${ends.map(describeCause).join('; then ')}.\n`
  await internals(project.vitest)._testRun.log({
    type: 'stderr',
    content,
    taskId: file.id,
    time: Date.now(),
    size: content.length,
  } as unknown as Wire)
}
