/** Result of one test run, sent by the reporter in the Vitest process. */
export interface RunResult {
  files: string[]
  passed: number
  failed: number
  other: number
  unhandled: string[]
  reason: string
  /** Messages of the first few failed tests, to explain a broken run. */
  errors: string[]
  /** Different realms that the files ran in. */
  realms: number
  /** Epoch milliseconds, from the tests themselves. */
  firstTestAt: number
  /** Epoch milliseconds at which the reporter learnt of the end. */
  endedAt: number
  stamps: { file: string; test: number; dependency: number }[]
}

/** Bytes and requests that the Vite server of the suite answered. */
export interface TrafficCounts {
  requests: number
  notModified: number
  /** Bytes written to HTTP sockets, headers included. */
  bytes: number
  /** Requests for an address that was asked for before. */
  repeated: number
  sockets: number
  /** Bytes over WebSockets, both directions. */
  socketBytes: number
}

export type ChildEvent =
  | { type: 'init'; workers: number }
  | { type: 'run-end'; result: RunResult }
  | { type: 'traffic'; traffic: TrafficCounts }

/** Sends to the bench over the IPC channel, and waits until it is written. */
export async function sendEvent(event: ChildEvent): Promise<void> {
  const send = process.send?.bind(process)
  if (!send) return
  await new Promise<void>((resolve) => {
    send(event, undefined, {}, () => resolve())
  })
}
