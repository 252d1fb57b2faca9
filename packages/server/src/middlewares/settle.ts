import type { Connect } from 'vite'
import type { Runner } from '../runner.ts'
import { sendStatus } from './respond.ts'

/**
 * Whatever goes wrong while a request is answered stays with that request: an unhandled rejection
 * would count as an error of the run. The name of the middleware stays, too; Vite's debug log shows it.
 */
export function settle(
  middleware: Connect.NextHandleFunction,
  runner: Pick<Runner, 'debug'>,
): Connect.NextHandleFunction {
  const settled: Connect.NextHandleFunction = async (req, res, next) => {
    try {
      await (middleware(req, res, next) as unknown as Promise<void> | void)
    } catch (error) {
      runner.debug(`${middleware.name} failed: ${String(error)}`)
      if (res.headersSent) res.destroy()
      else sendStatus(res, 500)
    }
  }
  return Object.defineProperty(settled, 'name', { value: middleware.name })
}
