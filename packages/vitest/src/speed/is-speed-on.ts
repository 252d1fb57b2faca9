import type { LivetabOptions } from '../options.ts'
import type { StockParent } from '../vitest-internals.ts'

/** The projects of one Vite server share their provider, and so this option. */
export function isSpeedOn(parent: StockParent): boolean {
  const provider = parent.config.browser.provider as
    | { livetab?: { options: LivetabOptions } }
    | undefined
  return provider?.livetab?.options.speed !== false
}
