import { isHostAllowed } from 'host-validation-middleware'

/** Vite's rules on which names this server answers to. */
export interface HostRules {
  /** `true` lets every name in, as in Vite's `server.allowedHosts`. */
  readonly allowed: true | readonly string[]
  /** A name cannot be rebound to this server over https: the certificate would not fit. */
  readonly https: boolean
}

export function isAllowedHost(host: string | undefined, rules: HostRules): boolean {
  if (rules.allowed === true || rules.https) return true
  return isHostAllowed(host, rules.allowed)
}
