import type { ServerResponse } from 'node:http'
import type { Connect } from 'vite'
import type { TestProject } from 'vitest/node'
import { chunkPath, type GraphLinker } from './graph-linker.ts'
import type { TesterPlans } from './tester-plans.ts'

const entryQuery = /\?(?:import&)?browserv=(\w+)$/
const plainMark = 'plain'

/** Serves linked test files and the chunks they share. Everything else goes on to Vite. */
export function createLinkMiddleware(
  linker: GraphLinker,
  plans: TesterPlans,
  projects: () => readonly TestProject[],
): Connect.NextHandleFunction {
  return async function livetabLink(req, res, next) {
    const url = req.url ?? ''
    if (req.method !== 'GET') {
      next()
      return
    }
    if (url.startsWith(chunkPath)) {
      const chunk = linker.chunk(url.slice(chunkPath.length).replace(/\.js$/, ''))
      if (chunk) send(res, chunk.code, 'public, max-age=31536000, immutable')
      else next()
      return
    }
    const version = entryQuery.exec(url)?.[1]
    if (version === undefined || version.startsWith(plainMark)) {
      next()
      return
    }
    try {
      const path = url.slice(0, url.indexOf('?'))
      const file = decodeURI(path)
      const project = projects()[0]
      const plain = `${path}?browserv=${plainMark}${version}`
      const linked = project && (await plans.entry(project, file, plain))
      if (linked) send(res, linked.code, 'no-store')
      else next()
    } catch (error) {
      next(error)
    }
  }
}

function send(res: ServerResponse, code: string, cacheControl: string): void {
  res.setHeader('Content-Type', 'text/javascript')
  res.setHeader('Cache-Control', cacheControl)
  res.end(code)
}
