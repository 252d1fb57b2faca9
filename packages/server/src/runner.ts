import type { GoneSession, Session, SessionLookup } from '@livetab/sessions'
import type { Connection } from './gateway/connection.ts'
import type { SessionFacts } from './html/session-facts.ts'
import type { HostRules } from './security/host.ts'

/** A tester page that was served and may connect once. */
export interface TesterTicket {
  readonly id: string
  /** What the orchestrator calls the iframe: the test file, or a name for all of them. */
  readonly iframeId: string
}

/**
 * What the server needs from whoever runs tests. It knows no test runner:
 * it decides who gets in, the runner decides what they see and may do.
 */
export interface Runner<Meta = unknown> {
  /** The one place that says whether a session is live. Sessions of other servers are unknown here. */
  lookup: (sessionId: string) => SessionLookup<Meta>
  hosts: () => HostRules
  token: () => string
  orchestratorPage: (session: Session<Meta>, ticket: string) => Promise<string>
  testerPage: (session: Session<Meta>, tester: TesterTicket) => Promise<string>
  /** The ticket says which of the pages that were served for the session it is. */
  connectOrchestrator: (
    session: Session<Meta>,
    connection: Connection,
    ticket: string | undefined,
  ) => void
  connectTester: (session: Session<Meta>, tester: TesterTicket, connection: Connection) => void
  /** What the browser that held a session may know about it. */
  facts: (gone: GoneSession) => SessionFacts
  /** The browser that holds or held a session asks for its page again. */
  noteReload: (subject: Session<Meta> | GoneSession) => void
  /** Opens a session in place of an ended one and resolves with its id once it may be visited. */
  rerun: (gone: GoneSession) => Promise<string>
  /** What a developer may see with DEBUG set; never shown to whoever was refused. */
  debug: (message: string) => void
}
