import type { HostRules, Runner } from '@livetab/server'
import type { LivetabCore } from './livetab-core.ts'
import type { MockRegistries } from './mocks/mock-registries.ts'
import { renderOrchestratorPage } from './pages/orchestrator-page.ts'
import { renderTesterPage } from './pages/tester-page.ts'
import { factsOf } from './rerun/facts.ts'
import { noteReload } from './rerun/note-reload.ts'
import { rerun } from './rerun/rerun.ts'
import { connectOrchestrator } from './rpc/orchestrator-rpc.ts'
import type { RpcContext } from './rpc/rpc-context.ts'
import { connectTester } from './rpc/tester.ts'
import type { LiveSession, SessionMeta } from './slot.ts'
import type { Speed } from './speed/speed.ts'
import type { StockParent } from './vitest-internals.ts'

export interface RunnerParts {
  readonly core: LivetabCore
  readonly parent: StockParent
  readonly mocks: MockRegistries
  readonly speed: Speed
}

/** Vitest, as the pages and sockets of one Vite server see it. */
export function createRunner({ core, parent, mocks, speed }: RunnerParts): Runner<SessionMeta> {
  const ownProject = (name: string): boolean =>
    [...parent.children].some((child) => child.config.name === name)

  const context = (session: LiveSession, connection: RpcContext['connection']): RpcContext => ({
    core,
    vitest: core.vitest,
    project: session.meta.project,
    session,
    connection,
    parent,
    mocks,
    speed,
  })

  return {
    lookup(id) {
      const found = core.registry.lookup(id)
      if (found.status === 'unknown') return found
      const { key } = found.status === 'live' ? found.session : found.gone
      return ownProject(key) ? found : { status: 'unknown' }
    },
    hosts: () => hostRules(parent),
    token: () => core.vitest.config.api.token,
    orchestratorPage: (session, ticket) => renderOrchestratorPage(parent, speed, session, ticket),
    testerPage: (session, ticket) => renderTesterPage(parent, speed, session, ticket),
    connectOrchestrator(session, connection, ticket) {
      connectOrchestrator(context(session, connection), ticket)
    },
    connectTester(session, ticket, connection) {
      connectTester(context(session, connection), ticket)
      speed.lookAhead(session, () => core.runs.waitingFiles(session.meta.project))
    },
    facts: (subject) => factsOf(core, subject),
    noteReload(subject) {
      noteReload(core.registry, subject)
    },
    rerun: (gone) => rerun(core, gone),
    debug: (message) => {
      core.debug(message)
    },
  }
}

/** Vite's rules on names, and what Vitest adds to them. */
export function hostRules(parent: StockParent): HostRules {
  const config = parent.vite.config as typeof parent.vite.config & {
    additionalAllowedHosts?: readonly string[]
  }
  const { allowedHosts, https } = config.server
  if (allowedHosts === true) return { allowed: true, https: Boolean(https) }
  return {
    allowed: [...(allowedHosts ?? []), ...(config.additionalAllowedHosts ?? [])],
    https: Boolean(https),
  }
}
