/** One thing to undo when a session ends. It may take time; it may fail; it never stops the next one. */
export interface TeardownStep {
  readonly name: string
  run: () => unknown
}

export type TeardownFailure = (step: string, error: unknown) => void

/**
 * Starts every step at once and in order, and resolves when all of them are done or the time is up.
 * A step that throws, rejects or never ends is reported and passed over.
 */
export function runTeardown(
  steps: readonly TeardownStep[],
  timeoutMs: number,
  onFailure: TeardownFailure,
): Promise<void> {
  const pending: Promise<void>[] = []
  for (const step of steps) {
    try {
      const result = step.run()
      if (result instanceof Promise) {
        pending.push(within(result, timeoutMs, step, onFailure))
      }
    } catch (error) {
      onFailure(step.name, error)
    }
  }
  return Promise.all(pending).then(() => undefined)
}

function within(
  work: Promise<unknown>,
  timeoutMs: number,
  step: TeardownStep,
  onFailure: TeardownFailure,
): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      onFailure(step.name, new Error(`did not finish within ${timeoutMs} ms`))
      resolve()
    }, timeoutMs)
    timer.unref()
    work.then(
      () => {
        clearTimeout(timer)
        resolve()
      },
      (error: unknown) => {
        clearTimeout(timer)
        onFailure(step.name, error)
        resolve()
      },
    )
  })
}
