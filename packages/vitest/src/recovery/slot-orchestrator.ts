import type { TesterOptions } from '@livetab/client'
import type { BrowserOrchestrator } from 'vitest/node'
import type { LivetabCore } from '../livetab-core.ts'
import type { Slot } from '../slot.ts'
import { runFile } from './run-file.ts'

/** What the pool takes for an orchestrator page. Sessions behind it may change while a file runs. */
export function createSlotOrchestrator(core: LivetabCore, slot: Slot): BrowserOrchestrator {
  return {
    createTesters: (options) => {
      for (const { filepath } of options.files) core.runs.noteStart(slot.project, filepath)
      return runFile(core, slot, options as unknown as TesterOptions)
    },
    async cleanupTesters() {
      const { session } = slot
      try {
        await session?.meta.rpc?.cleanupTesters()
      } catch (error) {
        // A page that went after its last file took nothing with it but its own coverage.
        if (!session?.signal.aborted) throw error
      }
    },
    async onCancel(reason) {
      await slot.session?.meta.rpc?.onCancel(reason).catch(() => undefined)
    },
    $close() {
      core.dropSlot(slot, core.endCause)
    },
  }
}
