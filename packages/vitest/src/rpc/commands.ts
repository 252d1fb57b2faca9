import type { BrowserProvider } from 'vitest/node'
import { networkAwake } from '../providers/quiet-network.ts'
import { currentProvider } from '../vitest-internals.ts'
import { assertCommand } from './command-guard.ts'
import { assertOwnSession, type RpcContext } from './rpc-context.ts'
import type { Tester } from './tester.ts'
import type { CommandHandlers } from './tester-contract.ts'

/** Commands run in Node, for the page that called them. */
export function createCommandHandlers(
  context: RpcContext,
  tester: () => Tester | undefined,
): CommandHandlers {
  const { project, session } = context

  return {
    async triggerCommand(
      claimedSession: string,
      command: string,
      testPath: string | undefined,
      payload: unknown[],
    ): Promise<unknown> {
      assertOwnSession(context, claimedSession)
      assertCommand(context, { command, testPath, payload })
      const provider = requireProvider(context, `run the command "${command}"`)
      const { browser } = project
      if (!browser) throw new Error(`Project "${project.name}" has no browser.`)
      const trigger = browser.triggerCommand as (...args: unknown[]) => unknown
      const commandContext: object = Object.assign(
        {
          testPath,
          project,
          provider,
          contextId: session.id,
          sessionId: session.id,
          mark: async (name: string, options?: unknown) => {
            await tester()?.rpc.pageMark(name, options)
          },
          triggerCommand: (name: string, ...args: unknown[]) =>
            trigger(name, commandContext, ...args),
          __ensureCDPHandler: () => tester()?.cdp.ensure(),
        },
        provider.getCommandsContext(session.id),
      )
      const result: unknown = await trigger(command, commandContext, ...payload)
      await networkAwake()
      return result
    },
    async wdioSwitchContext(direction: 'iframe' | 'parent'): Promise<void> {
      const provider = requireProvider(context, 'switch frames') as BrowserProvider & {
        switchToTestFrame?: () => Promise<void>
        switchToMainFrame?: () => Promise<void>
      }
      if (provider.name !== 'webdriverio') {
        throw new Error('Switching frames is only needed with the webdriverio provider.')
      }
      if (direction === 'iframe') await provider.switchToTestFrame?.()
      else await provider.switchToMainFrame?.()
    },
  }
}

export function requireProvider(context: RpcContext, purpose: string): BrowserProvider {
  const provider = currentProvider(context.project)
  if (!provider) {
    throw new Error(
      `Cannot ${purpose}: the browser of project "${context.project.name}" is closed.`,
    )
  }
  return provider
}
