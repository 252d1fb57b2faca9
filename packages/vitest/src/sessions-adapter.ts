import type { LivetabCore } from './livetab-core.ts'
import type { Slot } from './slot.ts'
import type { CoreSession, CoreSessions } from './vitest-internals.ts'

/**
 * Vitest's own session record, answered from the live session map.
 * Projects with a plain provider keep using the stock record behind it.
 */
export function createSessionsAdapter(core: LivetabCore, stock: CoreSessions): CoreSessions {
  const find = (id: string): CoreSession | undefined => {
    const session = core.registry.get(id)
    if (session) {
      return view(session.meta.slot, (error) => {
        session.close('crashed', error.message)
      })
    }
    const slot = core.slot(id)
    if (slot) {
      return view(slot, (error) => {
        slot.session?.close('crashed', error.message)
      })
    }
    return stock.getSession(id)
  }
  const isOurs = (id: string): boolean =>
    core.registry.get(id) !== undefined || core.slot(id) !== undefined

  const close = (id: string): void => {
    const slot = core.slot(id)
    if (slot) core.dropSlot(slot, core.endCause)
    else core.registry.get(id)?.close(core.endCause)
  }

  return {
    sessions: {
      get: find,
      has: (id) => find(id) !== undefined,
      delete: (id) => {
        const known = find(id) !== undefined
        close(id)
        stock.destroySession(id)
        return known
      },
    },
    sessionIds: {
      // Vitest adds an id just before it creates the session; only then we know whose it is.
      add() {
        return this as never
      },
      has: (id) => isOurs(id) || stock.sessionIds.has(id),
      delete: (id) => {
        close(id)
        return stock.sessionIds.delete(id)
      },
      forEach: (visit) => {
        const all = new Set<string>()
        stock.sessionIds.forEach((id) => all.add(id))
        for (const session of core.registry.list()) all.add(session.id)
        all.forEach((id) => {
          visit(id, id, all)
        })
      },
    },
    closedSessionIds: {
      has: (id) => core.registry.lookup(id).status === 'gone' || stock.closedSessionIds.has(id),
      add: (id) => stock.closedSessionIds.add(id),
    },
    getSession: find,
    destroySession(id) {
      if (isOurs(id)) close(id)
      else stock.destroySession(id)
    },
    close(id) {
      if (isOurs(id)) close(id)
      else if (stock.sessionIds.has(id)) stock.close(id)
    },
    createSession(id, project, pool, options) {
      if (!core.isWrapped(project)) {
        stock.sessionIds.add(id)
        return stock.createSession(id, project, pool, options)
      }
      return core.createSlot(id, project, pool, options?.otelCarrier).opened.promise
    },
  }
}

function view(slot: Slot, fail: (error: Error) => void): CoreSession {
  return {
    project: slot.project,
    ...(slot.otelCarrier ? { otelCarrier: slot.otelCarrier } : {}),
    get concurrencyId() {
      return slot.concurrencyId
    },
    set concurrencyId(value) {
      slot.concurrencyId = value
    },
    // The socket itself says so; what a provider thinks it knows changes nothing.
    connected: () => undefined,
    ready: () => undefined,
    fail,
  }
}
