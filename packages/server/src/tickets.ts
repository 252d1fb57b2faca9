import { mintId } from '@livetab/sessions'
import type { TesterTicket } from './runner.ts'

/** Pages that were served for one session and have not connected yet. They go when the session goes. */
interface Tickets {
  /** Orchestrator pages, and the browser each was given to. */
  readonly pages: Map<string, string>
  readonly testers: Map<string, TesterTicket>
}

const mostPages = 16
const mostTesters = 1024

const ticketsOf = new WeakMap<object, Tickets>()

function tickets(session: object): Tickets {
  let existing = ticketsOf.get(session)
  if (!existing) {
    existing = { pages: new Map(), testers: new Map() }
    ticketsOf.set(session, existing)
  }
  return existing
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return
    map.delete(key)
  }
}

export function issuePageTicket(session: object, holder: string): string {
  const ticket = mintId()
  const { pages } = tickets(session)
  pages.set(ticket, holder)
  dropOldest(pages, mostPages)
  return ticket
}

/** The browser that a page was given to. A page that connects uses its ticket up. */
export function redeemPageTicket(session: object, ticket: string): string | undefined {
  const { pages } = tickets(session)
  const holder = pages.get(ticket)
  pages.delete(ticket)
  return holder
}

export function issueTesterTicket(session: object, iframeId: string): TesterTicket {
  const ticket: TesterTicket = { id: mintId(), iframeId }
  const { testers } = tickets(session)
  testers.set(ticket.id, ticket)
  dropOldest(testers, mostTesters)
  return ticket
}

/** Each tester id connects once: a reloaded frame has a new one, and a copied one is worth nothing. */
export function redeemTesterTicket(session: object, id: string): TesterTicket | undefined {
  const { testers } = tickets(session)
  const ticket = testers.get(id)
  testers.delete(id)
  return ticket
}
