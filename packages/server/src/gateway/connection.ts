/** One admitted peer, whatever carries its messages. */
export interface Connection {
  send: (data: string) => void
  /** Sets the one reader. Messages that arrive after the connection ended are dropped. */
  receive: (reader: (data: string) => void) => void
  /** Stops reading while the reader is behind, and goes on when it caught up. */
  pause: () => void
  resume: () => void
  /** Ends the connection; `signal` fires at once, before the peer knows. */
  close: (reason: string) => void
  readonly signal: AbortSignal
}
