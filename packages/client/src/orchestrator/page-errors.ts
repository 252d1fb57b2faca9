import type { WireError } from '../contract.ts'

/** Errors of the orchestrator page itself, for example of a script in `orchestratorScripts`, belong to the run. */
export function reportPageErrors(report: (error: WireError, type: string) => void): void {
  window.addEventListener('error', (event) => {
    if (event.error != null) report(describe(event.error), 'Error')
  })
  window.addEventListener('unhandledrejection', (event) => {
    if (event.reason != null) report(describe(event.reason), 'Unhandled Rejection')
  })
}

function describe(error: unknown): WireError {
  if (error instanceof Error) {
    return { name: error.name, message: error.message, stack: String(error.stack) }
  }
  return { message: String(error) }
}
