import { BrokenRunError } from '../measure/validate.ts'

/** Runs a command of the bench. A mistake of the user or a broken run gets a message, not a stack. */
export async function runMain(main: () => Promise<void>): Promise<void> {
  // Leave through `exit`, which ends the Vitest under observation and its browser.
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
  try {
    await main()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    console.error(error instanceof BrokenRunError ? `Broken run: ${error.message}` : error.message)
    process.exitCode = 1
  }
}
