import type { LivetabCore } from '../livetab-core.ts'
import type { PageHost } from '../providers/page-host.ts'
import type { LiveSession } from '../slot.ts'
import type { Attempt } from './attempt.ts'
import { taskState } from './tasks.ts'

const tick = 1000

/**
 * Asks the page for a sign of life while a file runs, and ends its session when none comes in time.
 * A page's testers share its thread, so an endless loop in a test silences them all.
 */
export function watchForFreeze(
  core: LivetabCore,
  host: PageHost,
  session: LiveSession,
  attempt: Attempt,
): () => void {
  const { project } = session.meta
  const limit = freezeLimit(core, host, session, attempt)
  if (limit() === 0 || project.vitest.config.inspector.enabled) return () => undefined
  let lastSign = Date.now()
  let lastTick = lastSign
  let asking = false
  let checking = false

  const ask = (): void => {
    if (asking) return
    asking = true
    session.meta.rpc?.probe().then(
      () => {
        asking = false
        lastSign = Date.now()
      },
      () => undefined,
    )
  }
  const end = async (): Promise<void> => {
    checking = true
    const paused = await host.isPaused(session.id)
    checking = false
    if (paused) {
      // Somebody is debugging. The clock starts again once they are done.
      lastSign = Date.now()
      return
    }
    const silence = Math.round((Date.now() - lastSign) / 1000)
    if (session.signal.aborted || silence * 1000 < limit()) return
    attempt.froze = true
    session.close('frozen', `The page answered nothing for ${silence} s.`)
  }
  const timer = setInterval(() => {
    const now = Date.now()
    // The machine slept or Node was busy: the page had no chance to answer.
    if (now - lastTick > tick * 3) lastSign = now
    lastTick = now
    if (checking) return
    if (now - lastSign > limit()) void end()
    else ask()
  }, tick)
  timer.unref()
  return () => {
    clearInterval(timer)
  }
}

/** What the user chose, or enough for every test under way to run into its own timeout first. */
function freezeLimit(
  core: LivetabCore,
  host: PageHost,
  session: LiveSession,
  attempt: Attempt,
): () => number {
  const { project } = session.meta
  const chosen = core.optionsOf(project).freezeTimeout
  if (chosen !== undefined) return () => chosen
  // A person may have stopped the page at a breakpoint, and nobody can tell.
  const least = host.driven ? Math.max(20_000, project.config.testTimeout * 2) : 300_000
  const { idMap } = taskState(project)
  return () =>
    Math.max(least, ...attempt.runningTests.map((id) => (idMap.get(id)?.timeout ?? 0) + 5000))
}
