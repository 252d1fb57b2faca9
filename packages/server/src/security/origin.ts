import type { IncomingMessage } from 'node:http'
import { hostOf } from './host.ts'

function header(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** True for a request that no web page of another origin can have made. Clients outside a browser send no origin. */
export function isOwnOrigin(req: IncomingMessage): boolean {
  const site = header(req, 'sec-fetch-site')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return namesNoOtherOrigin(req)
}

/** Browsers name their origin in every socket they open; whoever does not is no web page. */
export function namesNoOtherOrigin(req: IncomingMessage): boolean {
  const origin = header(req, 'origin')
  return origin === undefined || originHost(origin) === hostOf(req)
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

/** True for what a browser opens in a tab of its own. */
export function isTab(req: IncomingMessage): boolean {
  return header(req, 'sec-fetch-dest') === 'document'
}

/** A person may follow a link of another site here; no other request of such a page is for us. */
export function isForeignRequest(req: IncomingMessage): boolean {
  const site = header(req, 'sec-fetch-site')
  const foreign = site === 'cross-site' || site === 'same-site'
  return (foreign && header(req, 'sec-fetch-mode') !== 'navigate') || !namesNoOtherOrigin(req)
}

function originHost(origin: string): string | undefined {
  try {
    return new URL(origin).host
  } catch {
    return undefined
  }
}
