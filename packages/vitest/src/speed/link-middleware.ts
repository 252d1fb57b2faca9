import { settle } from '@livetab/server'
import type { Connect } from 'vite'
import { sendCode, type SpeedDoor } from './linked-code.ts'
import type { TesterPlans } from './tester-plans.ts'

const entryQuery = /\?(?:import&)?browserv=(\w+)$/

/** Serves linked test files to pages that are linked. Everything else goes on to Vite. */
export function createLinkMiddleware(
  plans: TesterPlans,
  mayLink: () => boolean,
  door: SpeedDoor,
): Connect.NextHandleFunction {
  return settle(async function livetabLink(req, res, next) {
    const url = req.url ?? ''
    const version = entryQuery.exec(url)?.[1]
    if (
      req.method !== 'GET' ||
      version === undefined ||
      !plans.isLinkedVersion(version) ||
      !mayLink()
    ) {
      next()
      return
    }
    const path = url.slice(0, url.indexOf('?'))
    const file = decode(path)
    const linked = file && (await plans.entry(file, `${path}?browserv=plain${version}`))
    if (linked) sendCode(res, linked.code, 'no-store')
    else next()
  }, door)
}

function decode(path: string): string | undefined {
  try {
    return decodeURI(path)
  } catch {
    return undefined
  }
}
