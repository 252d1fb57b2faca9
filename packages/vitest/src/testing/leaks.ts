import { createHook } from 'node:async_hooks'
import process from 'node:process'
import { setImmediate as nextTurn } from 'node:timers/promises'
import v8 from 'node:v8'
import vm from 'node:vm'
import { cancelListeners } from './records.ts'
import type { RunningVitest } from './running-vitest.ts'

v8.setFlagsFromString('--expose-gc')
const collectGarbage = vm.runInNewContext('gc') as () => void

/** Timers that are set and neither fired nor cleared; also those that would not keep Node alive. */
const timers = new Set<number>()
createHook({
  init(id, type) {
    if (type === 'Timeout') timers.add(id)
  },
  destroy(id) {
    timers.delete(id)
  },
}).enable()

/** Everything of a running Vitest that grows when a session is not let go of whole. */
export interface Holdings {
  readonly sessions: number
  readonly reservations: number
  readonly slots: number
  readonly poolReady: number
  readonly testers: number
  readonly sockets: number
  readonly timers: number
  readonly cancelListeners: number
  readonly closeListeners: number
  readonly upgradeListeners: number
}

export async function holdingsOf(running: RunningVitest): Promise<Holdings> {
  const { vitest, core, project } = running
  await core.registry.settled()
  const server = project.vite.httpServer
  if (!server) throw new Error('the server does not listen')
  // Requests were answered; that their connections could carry more is no leak.
  if ('closeIdleConnections' in server) server.closeIdleConnections()
  const sockets = await new Promise<number>((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
  return {
    sessions: core.registry.size,
    reservations: core.reservations.size,
    slots: core.slotsOf(project).length,
    poolReady: readySessions(project).size,
    testers: core.registry.list().reduce((sum, session) => sum + session.meta.testers.size, 0),
    sockets,
    timers: timers.size,
    cancelListeners: cancelListeners(vitest),
    closeListeners: server.listenerCount('close'),
    upgradeListeners: server.listenerCount('upgrade'),
  }
}

function readySessions(project: object): Set<string> {
  return (project as { _browserReadySessions: Set<string> })._browserReadySessions
}

export async function heapAfterCollection(): Promise<number> {
  // Promises and weak references are let go of between turns.
  for (let turn = 0; turn < 5; turn++) {
    await nextTurn()
    collectGarbage()
  }
  return process.memoryUsage().heapUsed
}
