import { refuseHttp, requestUrl, type Runner, sendStatus } from '@livetab/server'
import { isAbsolute, resolve } from 'pathe'
import type { Connect } from 'vite'
import { mayLoad } from '../file-access.ts'
import type { LivetabCore } from '../livetab-core.ts'
import type { SessionMeta } from '../slot.ts'
import type { StockParent } from '../vitest-internals.ts'
import { attachmentType } from './file-types.ts'
import { sendFile } from './send-file.ts'

const attachmentPath = '/__vitest_attachment__'

/** Nothing in an attachment runs, whatever it is. */
const policy =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"

/** Files that tests attached, for Vitest's UI, which knows the token. */
export function createAttachmentMiddleware(
  core: LivetabCore,
  parent: StockParent,
  runner: Runner<SessionMeta>,
): Connect.NextHandleFunction {
  return async function livetabAttachments(req, res, next) {
    const url = requestUrl(req.url)
    if (url?.pathname !== attachmentPath) {
      next()
      return
    }
    const refusal = refuseHttp(req, 'own-request', runner.hosts(), {
      given: url.searchParams.get('token'),
      expected: runner.token(),
    })
    if (refusal) {
      runner.debug(`refused an attachment with ${refusal.status}: ${refusal.reason}`)
      sendStatus(res, refusal.status)
      return
    }
    const path = (url.searchParams.get('path') ?? '').replaceAll('\\', '/')
    const configs = [parent.vite.config, core.vitest.vite.config]
    const file = resolve(path)
    if (
      !isAbsolute(path) ||
      path.includes('\0') ||
      !configs.some((config) => mayLoad(config, file))
    ) {
      runner.debug('refused an attachment with 404: its path is outside of what Vite may serve')
      sendStatus(res, 404)
      return
    }
    await sendFile(req, res, file, attachmentType(file), policy)
  }
}
