import type { BrowserOrchestrator, TestProject } from 'vitest/node'
import type { LivetabCore } from './livetab-core.ts'
import { createSlotOrchestrator } from './recovery/slot-orchestrator.ts'
import type { Slot } from './slot.ts'
import type { StockState } from './vitest-internals.ts'

type View<Value> = Pick<Map<string, Value>, 'get' | 'has' | 'delete' | 'forEach'>

/** The pool's list of orchestrators, answered from the live session map: a slot is open while its session is live. */
function orchestrators(core: LivetabCore, project: TestProject): View<BrowserOrchestrator> {
  const usable = (id: string): Slot | undefined => {
    const slot = core.slot(id)
    // While a file runs the slot stays, whatever becomes of the session: recovery is under way.
    return slot?.project === project && (slot.session || slot.attempt) ? slot : undefined
  }
  return {
    get(id) {
      const slot = core.slot(id)
      return slot?.project === project ? createSlotOrchestrator(core, slot) : undefined
    },
    has: (id) => usable(id) !== undefined,
    delete(id) {
      const slot = usable(id)
      if (slot) core.dropSlot(slot, core.endCause)
      return slot !== undefined
    },
    forEach(visit) {
      for (const slot of core.slotsOf(project)) {
        visit(createSlotOrchestrator(core, slot), slot.id, new Map())
      }
    },
  }
}

function testers(core: LivetabCore, project: TestProject): View<unknown> {
  const all = (): [string, unknown][] =>
    core.registry
      .list()
      .filter((session) => session.meta.project === project)
      .flatMap((session) =>
        [...session.meta.testers].map((tester): [string, unknown] => [tester.id, tester.rpc]),
      )
  const find = (id: string): unknown => all().find(([testerId]) => testerId === id)?.[1]
  return {
    get: find,
    has: (id) => find(id) !== undefined,
    delete: () => false,
    forEach(visit) {
      for (const [id, rpc] of all()) visit(rpc, id, new Map())
    },
  }
}

/** Puts our views where Vitest's core and the stock parts look for sockets. */
export function replaceState(core: LivetabCore, project: TestProject, state: StockState): void {
  state.orchestrators = orchestrators(core, project)
  state.testers = testers(core, project)
}
