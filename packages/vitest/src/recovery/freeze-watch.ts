import type { LivetabCore } from '../livetab-core.ts'
import type { PageHost } from '../providers/page-host.ts'
import type { LiveSession } from '../slot.ts'
import type { Attempt } from './attempt.ts'

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
  const timeout = freezeTimeout(core, host, session)
  if (timeout === 0 || project.vitest.config.inspector.enabled) return () => undefined
  let lastSign = Date.now()
  let lastTick = lastSign
  let asking = false
  let stopped = false

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
    stopped = true
    clearInterval(timer)
    if (await host.isPaused(session.id)) {
      // Somebody is debugging. The clock starts again once they are done.
      lastSign = Date.now()
      return
    }
    attempt.froze = true
    session.close('frozen', `The page answered nothing for ${Math.round((Date.now() - lastSign) / 1000)} s.`)
  }
  const timer = setInterval(() => {
    const now = Date.now()
    // The machine slept or Node was busy: the page had no chance to answer.
    if (now - lastTick > tick * 3) lastSign = now
    lastTick = now
    if (!stopped && now - lastSign > Math.max(timeout, longestRunning(session, attempt) + 5000)) void end()
    else ask()
  }, tick)
  timer.unref()
  return () => {
    clearInterval(timer)
  }
}

function freezeTimeout(core: LivetabCore, host: PageHost, session: LiveSession): number {
  const { project } = session.meta
  const chosen = core.optionsOf(project).freezeTimeout
  if (chosen !== undefined) return chosen
  // A person may have stopped the page at a breakpoint, and nobody can tell.
  if (!host.driven) return 300_000
  return Math.max(20_000, project.config.testTimeout * 2)
}

/** A test that set itself more time gets it. */
function longestRunning(session: LiveSession, attempt: Attempt): number {
  const { idMap } = session.meta.project.vitest.state as unknown as {
    idMap: Map<string, { timeout?: number }>
  }
  return Math.max(0, ...attempt.runningTests.map((id) => idMap.get(id)?.timeout ?? 0))
}
