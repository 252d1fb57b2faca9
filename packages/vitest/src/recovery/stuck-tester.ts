import type { Attempt } from './attempt.ts'

/** The page itself notices within this time when a frame navigated or reloaded, and says so in better words. */
const grace = 7000
const step = 250

/**
 * Resolves when a file's frame will never answer, although its page is fine: the frame's own connection
 * is lost, or its dependencies changed before it could load them.
 */
export function stuckTester(attempt: Attempt): {
  readonly promise: Promise<void>
  cancel: () => void
} {
  const stuck = Promise.withResolvers<void>()
  let since: number | undefined
  const timer = setInterval(() => {
    if (!attempt.isTesterLost && !(attempt.outdated && !attempt.started)) {
      since = undefined
      return
    }
    since ??= Date.now()
    if (Date.now() - since >= grace) stuck.resolve()
  }, step)
  timer.unref()
  return {
    promise: stuck.promise,
    cancel: () => {
      clearInterval(timer)
    },
  }
}
