/** Node turns a longer delay into 1 ms, so that "wait for ever" would mean "do not wait". */
const longestDelay = 2 ** 31 - 1

export function startTimer(run: () => void, delayMs: number): NodeJS.Timeout {
  return setTimeout(run, Math.min(delayMs, longestDelay))
}

/**
 * Settles like `work`, or rejects with `late()` when that takes too long.
 * The timer keeps the process alive: whoever waits here gets an answer before Node may exit.
 */
export async function withDeadline<T>(
  work: PromiseLike<T>,
  delayMs: number,
  late: () => Error,
): Promise<T> {
  const deadline = Promise.withResolvers<never>()
  const timer = startTimer(() => {
    deadline.reject(late())
  }, delayMs)
  try {
    return await Promise.race([work, deadline.promise])
  } finally {
    clearTimeout(timer)
  }
}
