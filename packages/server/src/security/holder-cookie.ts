import type { IncomingMessage, ServerResponse } from 'node:http'
import { mintId } from '@livetab/sessions'
import { orchestratorPath } from '../contract.ts'
import { matchesSecret } from './token.ts'

const wellFormed = /^[\w-]{32}$/

/** Cookies are shared by all ports of a host, so the name carries the port. */
function cookieName(req: IncomingMessage): string {
  return `livetab_${req.socket.localPort ?? 0}`
}

/** The secret that this browser was given with an earlier orchestrator page. */
export function readHolder(req: IncomingMessage): string | undefined {
  const name = cookieName(req)
  for (const part of (req.headers.cookie ?? '').split(';')) {
    const [key, value] = part.split('=', 2)
    if (key?.trim() === name && value && wellFormed.test(value.trim())) return value.trim()
  }
  return undefined
}

/** Whether this browser is the one that holds a session, or held it. */
export function isHolder(
  req: IncomingMessage,
  subject: { readonly holder: string | undefined },
): boolean {
  return matchesSecret(readHolder(req), subject.holder ?? '')
}

/** Gives this browser a secret, or keeps the one it has: two tabs of one browser are one holder. */
export function ensureHolder(req: IncomingMessage, res: ServerResponse, secure: boolean): string {
  const holder = readHolder(req) ?? mintId()
  res.appendHeader(
    'Set-Cookie',
    `${cookieName(req)}=${holder}; Path=${orchestratorPath}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`,
  )
  return holder
}
