import type { OrchestratorClient, OrchestratorServer } from '@livetab/client'
import { createChannel } from '@livetab/server'
import { openerOf } from '../providers/patch-provider.ts'
import { stockBrowser, type Wire } from '../vitest-internals.ts'
import { createCommandHandlers } from './commands.ts'
import { createDiagnosticHandlers } from './diagnostics.ts'
import type { RpcContext } from './rpc-context.ts'

/** The orchestrator, as Node calls it. */
export type OrchestratorRpc = {
  [Name in keyof OrchestratorClient]: (
    ...args: Parameters<OrchestratorClient[Name]>
  ) => Promise<Awaited<ReturnType<OrchestratorClient[Name]>>>
}

/** Answers the orchestrator's calls and marks its session ready when it says so. */
export function connectOrchestrator(context: RpcContext, ticket: string | undefined): void {
  const { connection, session, project, vitest } = context
  const diagnostics = createDiagnosticHandlers(context)
  const commands = createCommandHandlers(context, () => undefined)
  const functions: OrchestratorServer = {
    async onOrchestratorReady(capabilities) {
      const state = stockBrowser(project)?.state
      if (state) state.lateImportMaps = capabilities.lateImportMaps
      if (ticket !== undefined && session.meta.replaces !== undefined)
        await openerOf(project).host.find(session.id, ticket)
      session.markReady(connection)
    },
    onUnhandledError: async (error, type) => {
      diagnostics.onUnhandledError(error, type)
    },
    async sendLog(method, { filepath, ...log }) {
      const file =
        filepath && vitest.state.getFiles([filepath]).find((it) => it.projectName === project.name)
      await diagnostics.sendLog(method, { ...log, taskId: file ? file.id : undefined } as Wire)
    },
    async setViewport(width, height) {
      await commands.triggerCommand(session.id, '__vitest_viewport', undefined, [{ width, height }])
    },
    debug: diagnostics.debug,
  }
  const rpc = createChannel<OrchestratorClient, OrchestratorServer>(connection, functions, {
    events: ['onCancel'],
    debug: (message) => context.core.debug(message),
  })
  session.meta.rpc = rpc as unknown as OrchestratorRpc
  connection.signal.addEventListener(
    'abort',
    () => {
      session.meta.rpc = undefined
    },
    { once: true },
  )
}
