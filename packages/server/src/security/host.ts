import type { IncomingMessage } from 'node:http'
import { isHostAllowed } from 'host-validation-middleware'

/** Vite's rules on which names this server answers to. */
export interface HostRules {
  /** `true` lets every name in, as in Vite's `server.allowedHosts`. */
  readonly allowed: true | readonly string[]
  /** A name cannot be rebound to this server over https: the certificate would not fit. */
  readonly https: boolean
}

/** HTTP/2 names the host in a pseudo header. */
export function hostOf(req: IncomingMessage): string | undefined {
  const authority = req.headers[':authority']
  return req.headers.host ?? (Array.isArray(authority) ? authority[0] : authority)
}

export function isAllowedHost(host: string | undefined, rules: HostRules): boolean {
  if (rules.allowed === true || rules.https) return true
  // Every browser names the host it means.
  return host !== undefined && isHostAllowed(host, rules.allowed)
}
