import { afterEach, beforeAll } from 'vitest'
import { worker } from './worker.ts'

beforeAll(() =>
  worker.start({
    quiet: true,
    onUnhandledFrame: 'error',
  }),
)

// What one test overrides is forgotten after it.
afterEach(() => worker.resetHandlers())
