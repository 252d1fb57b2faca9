import type { Vitest } from 'vitest/node'
import { internals } from '../vitest-internals.ts'

/** How long what is under way may still take once a person cancelled the run. */
const grace = 800

/**
 * Calls `act` when a person cancelled the run and the time to end by itself is over.
 * A run that ends because of `bail` lets its tests finish. Returns how to stop waiting.
 */
export function afterCancel(vitest: Vitest, act: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const start = (): void => {
    timer ??= setTimeout(act, grace)
  }
  const off = vitest.onCancel((reason) => {
    if (reason !== 'test-failure') start()
  })
  if (internals(vitest).isCancelling) start()
  return () => {
    clearTimeout(timer)
    off()
  }
}
