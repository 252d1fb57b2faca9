import type { IncomingMessage } from 'node:http'

function header(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** True for a request that no web page of another origin can have made. Clients outside a browser send no origin. */
export function isOwnOrigin(req: IncomingMessage): boolean {
  const site = header(req, 'sec-fetch-site')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  const origin = header(req, 'origin')
  if (origin === undefined) return true
  return originHost(origin) === header(req, 'host')
}

/** Browsers name their origin in every socket they open; whoever does not is no web page. */
export function isOwnSocketOrigin(req: IncomingMessage): boolean {
  const origin = header(req, 'origin')
  return origin === undefined || originHost(origin) === header(req, 'host')
}

/** What a page is loaded as: `document` for a tab, `iframe` and its like for a frame. */
export function isFramed(req: IncomingMessage): boolean {
  const destination = header(req, 'sec-fetch-dest')
  return (
    destination === 'iframe' ||
    destination === 'frame' ||
    destination === 'embed' ||
    destination === 'object' ||
    destination === 'fencedframe'
  )
}

/** True when the request comes from a page of another site. A link that a person follows does, too. */
export function isCrossSite(req: IncomingMessage): boolean {
  const site = header(req, 'sec-fetch-site')
  return site === 'cross-site' || site === 'same-site'
}

function originHost(origin: string): string | undefined {
  try {
    return new URL(origin).host
  } catch {
    return undefined
  }
}
