import type { IncomingMessage } from 'node:http'
import { type HostRules, isAllowedHost } from './host.ts'
import { isCrossSite, isFramed, isOwnOrigin, isOwnSocketOrigin } from './origin.ts'
import { matchesSecret } from './token.ts'

export interface Refusal {
  readonly status: number
  /** For the developer's debug log, never for the response. */
  readonly reason: string
}

/** Who a page of ours is for. */
export type Entry = 'tab' | 'frame' | 'own-request' | 'own-post'

const methods: Record<Entry, readonly string[]> = {
  tab: ['GET', 'HEAD'],
  frame: ['GET', 'HEAD'],
  'own-request': ['GET', 'HEAD'],
  'own-post': ['POST'],
}

/** Decides for every HTTP entry, in one order: host, origin, method. The session map comes after it. */
export function refuseHttp(req: IncomingMessage, entry: Entry, hosts: HostRules): Refusal | undefined {
  if (!isAllowedHost(req.headers.host, hosts)) {
    return { status: 403, reason: 'the Host header names a host that is not allowed' }
  }
  if (entry === 'tab' && isFramed(req)) {
    return { status: 403, reason: 'the orchestrator page was asked for by a frame' }
  }
  if (entry === 'tab' && isCrossSite(req) && req.headers['sec-fetch-mode'] !== 'navigate') {
    return { status: 403, reason: 'a page of another site asked for the orchestrator page' }
  }
  if (entry !== 'tab' && !isOwnOrigin(req)) {
    return { status: 403, reason: 'a page of another origin made the request' }
  }
  if (!methods[entry].includes(req.method ?? '')) {
    return { status: 405, reason: `the method is not ${methods[entry].join(' or ')}` }
  }
  return undefined
}

/** Decides for every socket, in one order: host, origin, token. The session map comes after it. */
export function refuseUpgrade(
  req: IncomingMessage,
  token: string | null,
  rules: { readonly hosts: HostRules; readonly token: string },
): Refusal | undefined {
  if (!isAllowedHost(req.headers.host, rules.hosts)) {
    return { status: 403, reason: 'the Host header names a host that is not allowed' }
  }
  if (!isOwnSocketOrigin(req)) {
    return { status: 403, reason: 'a page of another origin opened the socket' }
  }
  if (!matchesSecret(token, rules.token)) {
    return { status: 401, reason: 'the token is missing or wrong' }
  }
  return undefined
}
