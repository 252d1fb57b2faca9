import type { CloseCause } from '@livetab/sessions'

/** What happened to a page, as far as its provider can tell. */
export type PageEnd = (sessionId: string, cause: CloseCause) => void

/** What recovery needs from a provider, whatever provider it is. */
export interface PageHost {
  /** A driven browser opens a new page when asked; a person's tab waits for the person. */
  readonly driven: boolean
  open: (sessionId: string, url: string, parallel: boolean) => Promise<void>
  /** The sessions whose pages the browser has, ended ones included. */
  sessions: () => readonly string[]
  /**
   * Lets go of a page that is of no more use. Never rejects, takes a bounded time,
   * and resolves with whether the browser did as it was told.
   */
  release: (sessionId: string) => Promise<boolean>
  /** Lets go of a page that did not open, and of whatever kept it from opening. */
  discard: (sessionId: string) => Promise<void>
  /** The same page goes on under another session: its person pressed Rerun in it. */
  transfer: (from: string, to: string) => void
  /** Makes sure that the session's page is the one that was let in: Rerun may be pressed in a copy of it. */
  find: (sessionId: string, ticket: string) => Promise<void>
  /** True while the page is stopped at a breakpoint. */
  isPaused: (sessionId: string) => Promise<boolean>
  /** Makes sure that a browser that no longer answers is gone, so that the next page gets a new one. */
  abandonBrowser: () => Promise<void>
  close: (options: unknown) => Promise<void>
}
