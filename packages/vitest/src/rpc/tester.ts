import { createChannel, type TesterTicket } from '@livetab/server'
import { createBenchmarkHandlers } from './benchmarks.ts'
import { createCdpHandlers, TesterCdp } from './cdp.ts'
import { createCommandHandlers } from './commands.ts'
import { createCoverageHandlers } from './coverage.ts'
import { createDiagnosticHandlers } from './diagnostics.ts'
import { createMockHandlers } from './mocks.ts'
import { createResultHandlers } from './results.ts'
import type { RpcContext } from './rpc-context.ts'
import { createSnapshotHandlers } from './snapshots.ts'
import { createSourceMapHandlers } from './source-maps.ts'
import type { TesterClient, TesterServer } from './tester-contract.ts'

/** A connected tester frame. */
export interface Tester {
  readonly id: string
  readonly iframeId: string
  readonly rpc: TesterClient
  readonly cdp: TesterCdp
  /** Ends the tester's connection: what it still says counts for nothing. */
  close: (reason: string) => void
}

/** Answers a tester's calls for as long as its own connection lives. */
export function connectTester(context: RpcContext, ticket: TesterTicket): Tester {
  const { connection, session, vitest } = context
  const cdp = new TesterCdp(context, (event, payload) => {
    rpc.cdpEvent(event, payload).catch(() => undefined)
  })
  const self = (): Tester => tester
  const rpc: TesterClient = createChannel<TesterClient, TesterServer>(
    connection,
    {
      ...createResultHandlers(context),
      ...createDiagnosticHandlers(context),
      ...createSnapshotHandlers(context),
      ...createBenchmarkHandlers(context),
      ...createCoverageHandlers(context),
      ...createSourceMapHandlers(context),
      ...createCommandHandlers(context, self),
      ...createMockHandlers(context, self),
      ...createCdpHandlers(context, cdp),
    },
    { events: ['onCancel', 'cdpEvent'], debug: (message) => context.core.debug(message) },
  )
  const tester: Tester = {
    id: ticket.id,
    iframeId: ticket.iframeId,
    rpc,
    cdp,
    close: (reason) => {
      wanted = true
      connection.close(reason)
    },
  }
  let wanted = false
  const offCancel = vitest.onCancel((reason) => rpc.onCancel(reason).catch(() => undefined))
  session.meta.testers.add(tester)
  connection.signal.addEventListener(
    'abort',
    () => {
      offCancel()
      session.meta.testers.delete(tester)
      if (!wanted && !session.signal.aborted) session.meta.slot.attempt?.onTesterLost()
    },
    { once: true },
  )
  return tester
}
