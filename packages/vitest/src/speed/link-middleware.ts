import { settle } from '@livetab/server'
import type { Connect } from 'vite'
import { sendCode, type SpeedDoor } from './linked-code.ts'
import type { TesterPlans } from './tester-plans.ts'

const entryQuery = /\?(?:import&)?browserv=(\w+)$/

/** Serves linked test files to pages that are linked. Everything else goes on to Vite. */
export function createLinkMiddleware(
  plans: TesterPlans,
  mayLink: () => boolean,
  isSetup: (file: string) => boolean,
  door: SpeedDoor,
): Connect.NextHandleFunction {
  return settle(async function livetabLink(req, res, next) {
    const url = req.url ?? ''
    const version = entryQuery.exec(url)?.[1]
    if (
      req.method !== 'GET' ||
      version === undefined ||
      version.startsWith('plain') ||
      !mayLink()
    ) {
      next()
      return
    }
    const path = url.slice(0, url.indexOf('?'))
    const file = decode(path)
    // Vitest asks for setup files by a version of its own; in a linked page they share modules with the test file.
    const isEntry = file && (plans.isLinkedVersion(version) || isSetup(file))
    const linked = isEntry && (await plans.entry(file, `${path}?browserv=plain${version}`))
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
