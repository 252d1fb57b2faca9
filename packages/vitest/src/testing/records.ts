import type { TestProject, Vitest } from 'vitest/node'
import { internals, projectInternals } from '../vitest-internals.ts'
import type { RunningVitest } from './running-vitest.ts'

interface Records {
  /** Vitest core's own record of sessions. */
  core: boolean
  listed: boolean
  closed: boolean
  /** What the pool takes for connected pages and testers. */
  orchestrators: boolean
  testers: number
  /** Pages that the pool hands the next file to. */
  poolReady: boolean
  live: boolean
}

/** What everybody who is asked says about a session at this very moment. */
export function recordsOf(running: RunningVitest, sessionId: string, slotId: string): Records {
  const { vitest, project, core } = running
  const sessions = internals(vitest)._browserSessions
  const listed = new Set<string>()
  sessions.sessionIds.forEach((id) => listed.add(id))
  const state = stateOf(project)
  let testers = 0
  state.testers.forEach(() => {
    testers++
  })
  return {
    core: sessions.getSession(sessionId) !== undefined && sessions.sessions.has(sessionId),
    listed: listed.has(sessionId),
    closed: sessions.closedSessionIds.has(sessionId),
    orchestrators: state.orchestrators.has(slotId),
    testers,
    poolReady: projectInternals(project)._browserReadySessions.has(slotId),
    live: core.registry.get(sessionId) !== undefined,
  }
}

type View = Pick<Map<string, unknown>, 'get' | 'has' | 'forEach'>

export function stateOf(project: TestProject): { orchestrators: View; testers: View } {
  return project.browser?.state as unknown as { orchestrators: View; testers: View }
}

/** The listeners that wait for a cancelled run. Each tester and each file adds one and takes it back. */
export function cancelListeners(vitest: Vitest): number {
  return (vitest as unknown as { _onCancelListeners: Set<unknown> })._onCancelListeners.size
}
