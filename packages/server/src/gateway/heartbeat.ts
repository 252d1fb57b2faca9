import type { WebSocket } from 'ws'

export interface HeartbeatOptions {
  /** Time between two pings in milliseconds; 0 switches them off. */
  readonly interval: number
  /** How many pings in a row may stay unanswered. */
  readonly tolerance: number
  readonly onSilent: () => void
}

/**
 * Pings are answered by the browser's network process even while a page spins,
 * so silence means that the browser itself is stopped or unreachable.
 */
export function startHeartbeat(ws: WebSocket, options: HeartbeatOptions): void {
  if (options.interval <= 0) return
  let unanswered = 0
  let lastTick = Date.now()
  const timer = setInterval(() => {
    const now = Date.now()
    // This machine slept, or Node itself was busy: the peer had no chance to answer.
    if (now - lastTick > options.interval * 2) unanswered = 0
    // Its answers wait in the socket while we do not read.
    if (ws.isPaused) unanswered = 0
    lastTick = now
    if (unanswered >= options.tolerance) {
      clearInterval(timer)
      options.onSilent()
      return
    }
    unanswered++
    ws.ping()
  }, options.interval)
  timer.unref()
  ws.on('pong', () => {
    unanswered = 0
  })
  ws.once('close', () => {
    clearInterval(timer)
  })
}
