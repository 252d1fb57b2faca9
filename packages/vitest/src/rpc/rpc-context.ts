import type { Connection } from '@livetab/server'
import { SessionClosedError } from '@livetab/sessions'
import type { TestProject, Vitest } from 'vitest/node'
import type { LivetabCore } from '../livetab-core.ts'
import type { MockRegistries } from '../mocks/mock-registries.ts'
import type { LiveSession } from '../slot.ts'
import type { Speed } from '../speed/speed.ts'
import type { StockParent } from '../vitest-internals.ts'

/** Who is calling: always the connection's own session and project, never what the message says. */
export interface RpcContext {
  readonly core: LivetabCore
  readonly vitest: Vitest
  readonly project: TestProject
  readonly session: LiveSession
  readonly connection: Connection
  readonly parent: StockParent
  readonly mocks: MockRegistries
  readonly speed: Speed
}

/** A page may name the session it thinks it belongs to. Another one is refused and noted, never obeyed. */
export function assertOwnSession(context: RpcContext, claimed: unknown): void {
  if (claimed === undefined || claimed === context.session.id) return
  context.core.debug(
    `a page of session ${context.session.id.slice(0, 8)} (${context.project.name}) named another session; refused`,
  )
  throw new Error('[livetab] This page does not belong to the session it named.')
}

/** After an await the session may be gone: what comes late must not take effect. */
export function assertLive(context: RpcContext): void {
  if (context.connection.signal.aborted || context.session.signal.aborted) {
    throw new SessionClosedError(context.session.id, context.project.name, 'disconnected')
  }
}
