import { BrowserConnectionError } from 'vitest/node'
import type { LivetabCore } from '../livetab-core.ts'
import type { LiveSession } from '../slot.ts'
import { internals } from '../vitest-internals.ts'
import type { Attempt } from './attempt.ts'
import type { AttemptEnd } from './attempt-end.ts'
import { describeCause, isIntended } from './causes.ts'
import { explainEnd } from './explain-end.ts'
import { failFile } from './fail-file.ts'
import { watchForFreeze } from './freeze-watch.ts'
import { dependenciesSettled } from './late-dependencies.ts'
import type { PageOpener } from './page-opener.ts'
import { stuckTester } from './stuck-tester.ts'

/**
 * Runs a file once in a session that is ready. Resolves with `through` when it came to its end (or failed
 * by itself), `outdated` when its dependencies changed under it, or with how its page was lost.
 */
export async function runOnce(
  core: LivetabCore,
  opener: PageOpener,
  session: LiveSession,
  attempt: Attempt,
): Promise<'through' | 'outdated' | AttemptEnd> {
  const { project, rpc } = session.meta
  if (project.config.isolate) closeTesters(session)
  await orEnded(session.signal, dependenciesSettled(project))
  const stopWatching = watchForFreeze(core, opener.host, session, attempt)
  const offCancel = project.vitest.onCancel((reason) =>
    rpc?.onCancel(reason).catch(() => undefined),
  )
  const stuck = stuckTester(attempt)
  try {
    if (!rpc) throw new Error('the session ended')
    const through = rpc.createTesters(attempt.options)
    through.catch(() => undefined)
    await Promise.race([through, stuck.promise])
    if (attempt.outdated) return 'outdated'
    if (attempt.isTesterLost) return loseTester(session)
    return 'through'
  } catch (error) {
    if (session.signal.aborted) return await explain(core, opener, session, attempt)
    if (attempt.outdated) return 'outdated'
    // The page is fine; what it could not do is this file's own failure.
    await failFile(project, attempt, messageOf(error))
    return 'through'
  } finally {
    stuck.cancel()
    stopWatching()
    offCancel()
  }
}

/** Nothing is worth waiting for once the page is gone. */
async function orEnded(signal: AbortSignal, work: Promise<void>): Promise<void> {
  if (signal.aborted) return
  const ended = Promise.withResolvers<void>()
  const onAbort = (): void => {
    ended.resolve()
  }
  signal.addEventListener('abort', onAbort)
  await Promise.race([work, ended.promise])
  signal.removeEventListener('abort', onAbort)
}

/** Testers of earlier files in this page may still have something to say; nobody listens any more. */
function closeTesters(session: LiveSession): void {
  for (const tester of [...session.meta.testers]) tester.close('its file is through')
}

/** The page is there, and only the file's own connection is gone. A fresh frame gets a new one. */
function loseTester(session: LiveSession): AttemptEnd {
  if (!session.meta.project.config.isolate) session.close('lost')
  return { cause: 'lost', text: describeCause('lost'), blame: 'anything', shared: false }
}

async function explain(
  core: LivetabCore,
  opener: PageOpener,
  session: LiveSession,
  attempt: Attempt,
): Promise<AttemptEnd> {
  const { host, quarantine } = opener
  const { project } = session.meta
  // Now: whoever took the browser down may have left by the time that the cause is known.
  const others = quarantine.inside > 1
  const cause = await explainEnd(core, session, host)
  if (isIntended(cause) || internals(project.vitest).isCancelling) {
    void host.release(session.id)
    throw new BrowserConnectionError(`[livetab] ${describeCause(cause)}.`)
  }
  // A browser that lets nobody close a page is stopped itself.
  const browserStopped = (cause === 'frozen' && !attempt.froze) || !(await host.release(session.id))
  if (browserStopped) await host.abandonBrowser()
  const shared = browserStopped || cause === 'killed'
  return {
    cause,
    // What the page itself was seen to do comes first, whatever its browser did after.
    text:
      browserStopped && /^(?:frozen|lost|disconnected)$/.test(cause)
        ? 'the browser stopped answering'
        : describeCause(cause),
    blame: blameFor(cause, host.driven, shared && others),
    shared,
  }
}

function blameFor(
  cause: AttemptEnd['cause'],
  driven: boolean,
  others: boolean,
): AttemptEnd['blame'] {
  // Whoever presses Rerun wants it to run.
  if (!driven && (cause === 'reloaded' || cause === 'closed')) return 'person'
  return others || cause === 'lost' || cause === 'disconnected' ? 'anything' : 'file'
}

/** What a page threw arrives as a plain object. */
function messageOf(error: unknown): string {
  const { message } = Object(error) as { message?: unknown }
  return typeof message === 'string' ? message : String(error)
}
