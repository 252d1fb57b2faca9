import { once } from 'node:events'
import { createServer } from 'node:net'
import type { BrowserProject } from './browser-project.ts'
import { type Finding, note, ok, todo } from './finding.ts'

/** The port that the browser's server of a project would listen on. */
export async function checkPort({ api }: BrowserProject): Promise<Finding> {
  const subject = `port ${api.port}`
  const host = typeof api.host === 'string' ? api.host : 'localhost'
  const problem = await listenOnce(api.port, host)
  if (problem === undefined) return ok(subject, 'is free')
  if (problem !== 'EADDRINUSE') {
    return todo(subject, `cannot be listened on at ${host}: ${problem}`, 'Set another `test.api`.')
  }
  if (!api.strictPort) return note(subject, 'is taken; Vitest will take the next one that is free')
  return todo(
    subject,
    'is taken, and `strictPort` allows no other',
    'Stop what listens there (another Vitest?), or set another `test.api.port`.',
  )
}

/** The code of what went wrong, if anything did. */
async function listenOnce(port: number, host: string): Promise<string | undefined> {
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
    return undefined
  } catch (error) {
    return String(Reflect.get(error as object, 'code'))
  } finally {
    server.close()
  }
}
