import type { TesterOptions } from '@livetab/client'
import type { LivetabCore } from '../livetab-core.ts'
import { openerOf } from '../providers/patch-provider.ts'
import type { LiveSession, Slot } from '../slot.ts'
import { Attempt } from './attempt.ts'
import { afterCancel } from './cancel-grace.ts'
import { type AttemptEnd, mayRetry } from './attempt-end.ts'
import { failFile, skipRest } from './fail-file.ts'
import { FileReport } from './file-report.ts'
import { hasOldDependencies, LateDependencies } from './late-dependencies.ts'
import { nextSession } from './next-session.ts'
import { PageOpenError, type PageOpener } from './page-opener.ts'
import { runOnce } from './run-once.ts'
import { announceRetry, cutOff, markRetried } from './tell-ends.ts'
import { withdrawFile } from './withdraw.ts'

/** Dependencies settle after a run or two; a project where they never do runs on what it has. */
const mostOutdated = 5

/**
 * Runs one file to its end, in as many sessions as it takes. Resolves when the file is through,
 * passed or failed; rejects only when the whole project cannot go on.
 */
export async function runFile(
  core: LivetabCore,
  slot: Slot,
  options: TesterOptions,
): Promise<void> {
  const cancelled = new AbortController()
  const stopWaiting = afterCancel(slot.project.vitest, () => {
    cancelled.abort(new Error('[livetab] The run was cancelled.'))
  })
  try {
    const attempts = runAttempts(core, slot, options, cancelled.signal)
    // Once the run is cancelled nobody waits for them, and they end when their session does.
    attempts.catch(() => undefined)
    await Promise.race([attempts, whenAborted(cancelled.signal)])
    if (cancelled.signal.aborted) await abandon(slot)
  } finally {
    stopWaiting()
    slot.attempt = undefined
  }
}

async function runAttempts(
  core: LivetabCore,
  slot: Slot,
  options: TesterOptions,
  cancelled: AbortSignal,
): Promise<void> {
  const { project } = slot
  const { recover = 1 } = core.optionsOf(project)
  const report = new FileReport(project)
  const ends: AttemptEnd[] = []
  for (let outdated = 0; ;) {
    const opener = openerOf(project)
    const attempt = new Attempt(
      ends.length + 1,
      options,
      project,
      report,
      new LateDependencies(project),
    )
    slot.attempt = attempt
    const leave = await opener.quarantine.enter(
      ends.some((end) => end.shared),
      cancelled,
    )
    try {
      const session = await open(core, opener, slot, attempt, ends, cancelled)
      const outcome = session && (await runOnce(core, opener, session, attempt))
      if (!session || !outcome || cancelled.aborted) return
      if (outcome === 'outdated' && ++outdated < mostOutdated) {
        await withdrawFile(project, attempt)
        continue
      }
      if (outcome === 'through' || outcome === 'outdated') {
        await attempt.accept()
        await markRetried(project, attempt, ends)
        return
      }
      ends.push(outcome)
      if (!mayRetry(ends, recover)) {
        await failFile(project, attempt, cutOff(project, attempt, ends))
        return
      }
      announceRetry(session, attempt, outcome, opener.host.driven)
      await withdrawFile(project, attempt)
    } finally {
      leave()
    }
  }
}

/** A page for the file. A driven browser that opens none fails the file, and the next file tries again. */
async function open(
  core: LivetabCore,
  opener: PageOpener,
  slot: Slot,
  attempt: Attempt,
  ends: readonly AttemptEnd[],
  cancelled: AbortSignal,
): Promise<LiveSession | undefined> {
  try {
    const session = await nextSession(core, opener, slot)
    if (!opener.host.driven || !hasOldDependencies(session)) return session
    session.close('restarted', 'Its dependencies changed.')
    await opener.host.release(session.id)
    return await nextSession(core, opener, slot)
  } catch (error) {
    if (cancelled.aborted) return undefined
    if (!(error instanceof PageOpenError) || !opener.host.driven) throw error
    await failFile(slot.project, attempt, cutOff(slot.project, attempt, ends, error.message))
    return undefined
  }
}

/** A person does not wait for a page: what did not finish is skipped, and a driven page is let go. */
async function abandon(slot: Slot): Promise<void> {
  const { attempt, project, session } = slot
  if (attempt) await skipRest(project, attempt)
  if (openerOf(project).host.driven) session?.close('cancelled')
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener(
      'abort',
      () => {
        resolve()
      },
      { once: true },
    )
  })
}
