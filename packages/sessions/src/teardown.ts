import { withDeadline } from './deadline.ts'

/** One thing to undo when a session ends. It may take time; it may fail; it never stops the next one. */
export interface TeardownStep {
  readonly name: string
  run: () => unknown
}

/** Hears of each failed step once. Must not throw. */
export type TeardownFailure = (step: string, error: unknown) => void

/**
 * Starts every step at once and in order, and resolves when all of them are done or the time is up.
 * A step that throws, rejects or never ends is reported and passed over.
 */
export function runTeardown(
  steps: Iterable<TeardownStep>,
  timeoutMs: number,
  onFailure: TeardownFailure,
): Promise<void> {
  const pending: Promise<void>[] = []
  for (const step of steps) {
    try {
      const result = step.run()
      if (isThenable(result)) pending.push(within(result, timeoutMs, step.name, onFailure))
    } catch (error) {
      onFailure(step.name, error)
    }
  }
  return Promise.all(pending).then(() => undefined)
}

/** Not `instanceof Promise`: steps return whatever their library calls a promise. */
function isThenable(value: unknown): value is PromiseLike<unknown> {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false
  return 'then' in value && typeof value.then === 'function'
}

async function within(
  work: PromiseLike<unknown>,
  timeoutMs: number,
  step: string,
  onFailure: TeardownFailure,
): Promise<void> {
  const late = (): Error =>
    new Error(`[livetab] Tear-down step "${step}" did not finish within ${timeoutMs} ms.`)
  try {
    await withDeadline(work, timeoutMs, late)
  } catch (error) {
    onFailure(step, error)
  }
}
