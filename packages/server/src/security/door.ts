import type { IncomingMessage } from 'node:http'
import { hostOf, type HostRules, isAllowedHost } from './host.ts'
import { isForeignRequest, isFramed, isOwnOrigin, namesNoOtherOrigin } from './origin.ts'
import { matchesSecret } from './token.ts'

export interface Refusal {
  readonly status: number
  /** For the developer's debug log, never for the response. */
  readonly reason: string
}

/** Who an address of ours is for. */
export type Entry = 'tab' | 'frame' | 'own-request' | 'own-post' | 'asset'

/** What a request must know. */
export interface Secret {
  readonly given: string | null | undefined
  readonly expected: string
}

const methods: Record<Entry, readonly string[]> = {
  tab: ['GET', 'HEAD'],
  frame: ['GET', 'HEAD'],
  'own-request': ['GET', 'HEAD'],
  'own-post': ['POST'],
  asset: ['GET', 'HEAD'],
}

/** Largest body in bytes. What sends none has no business with one. */
const bodies: Record<Entry, number> = {
  tab: 0,
  frame: 0,
  'own-request': 0,
  'own-post': 4096,
  asset: 0,
}

/**
 * Decides for every HTTP entry, in one order: host, origin, token, method, size.
 * The session map comes after it.
 */
export function refuseHttp(
  req: IncomingMessage,
  entry: Entry,
  hosts: HostRules,
  secret?: Secret,
): Refusal | undefined {
  if (!isAllowedHost(hostOf(req), hosts)) return wrongHost
  if (entry === 'tab' && isFramed(req)) {
    return { status: 403, reason: 'the orchestrator page was asked for by a frame' }
  }
  if (entry === 'tab' && isForeignRequest(req)) {
    return { status: 403, reason: 'a page of another site asked for the orchestrator page' }
  }
  if (entry !== 'tab' && entry !== 'asset' && !isOwnOrigin(req)) {
    return { status: 403, reason: 'a page of another origin made the request' }
  }
  if (secret && !matchesSecret(secret.given, secret.expected)) return wrongToken
  if (!methods[entry].includes(req.method ?? '')) {
    return { status: 405, reason: `the method is not ${methods[entry].join(' or ')}` }
  }
  if (declaredBody(req) > bodies[entry]) {
    return { status: 413, reason: `the body is larger than ${bodies[entry]} bytes` }
  }
  return undefined
}

/** Decides for every socket, in the same order. The session map comes after it. */
export function refuseUpgrade(
  req: IncomingMessage,
  token: string | null,
  rules: { readonly hosts: HostRules; readonly token: string },
): Refusal | undefined {
  if (!isAllowedHost(hostOf(req), rules.hosts)) return wrongHost
  if (!namesNoOtherOrigin(req)) {
    return { status: 403, reason: 'a page of another origin opened the socket' }
  }
  if (!matchesSecret(token, rules.token)) return wrongToken
  if (req.method !== 'GET') return { status: 405, reason: 'the method is not GET' }
  if (req.headers.upgrade?.toLowerCase() !== 'websocket') {
    return { status: 400, reason: 'the upgrade is not to a web socket' }
  }
  if (declaredBody(req) > 0) return { status: 413, reason: 'the handshake has a body' }
  return undefined
}

const wrongHost: Refusal = {
  status: 403,
  reason: 'the Host header names a host that is not allowed',
}

const wrongToken: Refusal = { status: 401, reason: 'the token is missing or wrong' }

function declaredBody(req: IncomingMessage): number {
  if (req.headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY
  return Number(req.headers['content-length'] ?? 0)
}
