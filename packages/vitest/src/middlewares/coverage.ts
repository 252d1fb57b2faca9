import { isHolder, refuseHttp, requestUrl, type Runner, sendStatus } from '@livetab/server'
import { isAbsolute, relative, resolve } from 'pathe'
import type { Connect } from 'vite'
import type { LivetabCore } from '../livetab-core.ts'
import { realPath } from '../real-path.ts'
import type { SessionMeta } from '../slot.ts'
import type { StockParent } from '../vitest-internals.ts'
import { reportType } from './file-types.ts'
import { sendFile } from './send-file.ts'

export const coveragePath = '/__vitest_test__/coverage'

/** The report brings its own scripts; it talks to nobody and is framed by our pages only. */
const policy =
  "default-src 'self' 'unsafe-inline' data:; connect-src 'none'; form-action 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'self'"

/**
 * The coverage report in Vitest's UI. It shows the project's sources, so it is for browsers
 * that hold a live session: their cookie comes with every request below the orchestrator's path.
 */
export function createCoverageMiddleware(
  core: LivetabCore,
  parent: StockParent,
  runner: Runner<SessionMeta>,
): Connect.NextHandleFunction {
  return async function livetabCoverage(req, res, next) {
    const pathname = requestUrl(req.url)?.pathname ?? ''
    const { coverage, root } = core.vitest.config
    if (
      !coverage.htmlDir ||
      (pathname !== coveragePath && !pathname.startsWith(`${coveragePath}/`))
    ) {
      next()
      return
    }
    const refusal = refuseHttp(req, 'own-request', runner.hosts())
    if (refusal) {
      runner.debug(`refused the coverage report with ${refusal.status}: ${refusal.reason}`)
      sendStatus(res, refusal.status)
      return
    }
    const sessions = core.registry.list().filter((session) => isOwn(parent, session.key))
    if (!sessions.some((session) => isHolder(req, session))) {
      runner.debug('refused the coverage report with 403: this browser holds no session')
      sendStatus(res, 403)
      return
    }
    const file = fileIn(resolve(root, coverage.htmlDir), pathname.slice(coveragePath.length))
    if (file) await sendFile(req, res, file, reportType(file), policy)
    else sendStatus(res, 404)
  }
}

function isOwn(parent: StockParent, project: string): boolean {
  return [...parent.children].some((child) => child.config.name === project)
}

/** The file below a folder that an address names, if it is below it after all links, too. */
function fileIn(folder: string, address: string): string | undefined {
  const path = decode(address)
  if (path === undefined || path.includes('\0')) return undefined
  const file = resolve(
    folder,
    `./${path.replaceAll('\\', '/')}`,
    path.endsWith('/') || !path ? 'index.html' : '.',
  )
  const real = realPath(file)
  const realFolder = realPath(folder)
  if (real === undefined || realFolder === undefined) return undefined
  return isInside(folder, file) && isInside(realFolder, real) ? real : undefined
}

function isInside(folder: string, file: string): boolean {
  const path = relative(folder, file)
  return path !== '' && !path.startsWith('..') && !isAbsolute(path)
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
