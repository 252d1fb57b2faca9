import { setTimeout as sleep } from 'node:timers/promises'
import { within } from '../within.ts'

/**
 * Playwright follows every request of a page and every message on its sockets, which is a good part of what
 * a tester costs. As long as nobody looks at the network of a page, its browser is told to keep it to itself.
 * There is no public way to do so; where Playwright is not the one we know, everything stays as it is.
 */

interface ClientObject {
  readonly _type?: unknown
  readonly _parent?: ClientObject
}

interface Connection {
  toImpl?: (object: unknown) => unknown
  sendMessageToServer?: (object: ClientObject, method: string, ...rest: unknown[]) => unknown
}

interface ClientPage extends ClientObject {
  readonly _connection?: Connection
  context: () => ClientObject & Listened
  on: (event: 'close' | 'newListener', listener: (event: unknown) => void) => unknown
  listenerCount: (event: string) => number
}

interface Listened {
  listenerCount: (event: string) => number
}

interface ServerPage {
  readonly browserContext?: { readonly _options?: Record<string, unknown> }
  readonly delegate?: {
    readonly _mainFrameSession?: { readonly _client?: CdpClient }
  }
  readonly needsRequestInterception?: () => boolean
  readonly mainFrame?: () => { readonly _inflightRequests?: ReadonlySet<unknown> }
}

interface CdpClient {
  readonly send?: (method: 'Network.enable' | 'Network.disable') => Promise<unknown>
}

/** Pages that are quiet, by the connection over which Playwright's API speaks to its server. */
const quietPages = new WeakMap<Connection, Map<ClientObject, () => Promise<void>>>()

const networkEvents = ['request', 'response', 'requestfinished', 'requestfailed', 'websocket']

/** What a context was made with and the browser does for it as long as its network is followed. */
const networkOptions = [
  'extraHTTPHeaders',
  'httpCredentials',
  'offline',
  'proxy',
  'recordHar',
  'serviceWorkers',
]

/** Nothing that these do has to do with the network. */
const harmlessObjects = new Set(['CDPSession', 'Dialog', 'ElementHandle', 'JSHandle', 'Worker'])
const harmfulToFrames = new Set(['goto', 'setContent'])
const harmlessCalls = new Set([
  'addCookies',
  'addInitScript',
  'ariaSnapshot',
  'bringToFront',
  'clearCookies',
  'clearPermissions',
  'close',
  'cookies',
  'dispose',
  'emulateMedia',
  'expectScreenshot',
  'grantPermissions',
  'keyboardDown',
  'keyboardInsertText',
  'keyboardPress',
  'keyboardType',
  'keyboardUp',
  'mouseClick',
  'mouseDown',
  'mouseMove',
  'mouseUp',
  'mouseWheel',
  'newCDPSession',
  'newPage',
  'screenshot',
  'setGeolocation',
  'setViewportSize',
  'touchscreenTap',
])

/** What is still on its way when a page has loaded, such as its icon, comes within this time. */
const settleSteps = 100
const settleStep = 20

/** A frozen page does not hold up the calls to others for longer. */
const longestWaking = 500

/** Call this once a page has loaded. It speaks of its network again as soon as somebody may want to know. */
export async function quietNetwork(page: object): Promise<void> {
  const client = page as ClientPage
  const connection = client._connection
  const server = connection?.toImpl?.(page) as ServerPage | undefined
  const session = server?.delegate?._mainFrameSession?._client
  if (!connection?.sendMessageToServer || !session?.send || isWatched(client, server)) return
  const pages = quietPages.get(connection) ?? listen(connection)
  pages.set(client, async () => {
    await session.send?.('Network.enable')
  })
  client.on('newListener', (event) => {
    // Sockets are the one thing that needs no call to be told of.
    if (event === 'websocket') void wake(pages, [client])
  })
  client.on('close', () => {
    pages.delete(client)
  })
  // Meanwhile somebody may have begun to look.
  if ((await isSettled(server)) && pages.has(client)) await session.send('Network.disable')
}

/** A request whose end is not told would be under way for good. */
async function isSettled(server: ServerPage | undefined): Promise<boolean> {
  const inFlight = server?.mainFrame?.()._inflightRequests
  if (!inFlight) return false
  for (let step = 0; inFlight.size > 0 && step < settleSteps; step++)
    await sleep(settleStep, undefined, { ref: false })
  return inFlight.size === 0
}

function isWatched(page: ClientPage, server: ServerPage | undefined): boolean {
  const options = server?.browserContext?._options
  if (!options || !server.needsRequestInterception) return true
  const context = page.context()
  return (
    server.needsRequestInterception() ||
    networkOptions.some((name) => options[name] !== undefined) ||
    networkEvents.some((event) => page.listenerCount(event) + context.listenerCount(event) > 0)
  )
}

/** Sees every call of Playwright's API before it is carried out. */
function listen(connection: Connection): Map<ClientObject, () => Promise<void>> {
  const pages = new Map<ClientObject, () => Promise<void>>()
  quietPages.set(connection, pages)
  const send = connection.sendMessageToServer?.bind(connection)
  let waking: Promise<void> | undefined
  connection.sendMessageToServer = (object, method, ...rest) => {
    const concerned = isHarmless(object, method, rest[0]) ? [] : pagesOf(pages, object)
    if (concerned.length > 0) {
      const current = wake(pages, concerned).finally(() => {
        if (waking === current) waking = undefined
      })
      waking = current
    }
    // Calls arrive in the order in which they were made.
    return waking
      ? waking.then(() => send?.(object, method, ...rest))
      : send?.(object, method, ...rest)
  }
  return pages
}

async function wake(
  pages: Map<ClientObject, () => Promise<void>>,
  concerned: readonly ClientObject[],
): Promise<void> {
  const wakers = concerned.flatMap((page) => pages.get(page) ?? [])
  for (const page of concerned) pages.delete(page)
  // A page that is gone has no network to speak of, and nobody waits for one that is frozen.
  const awake = Promise.allSettled(wakers.map((waker) => waker()))
  const current = within(awake, longestWaking).then(
    () => undefined,
    () => undefined,
  )
  lastWaking = current
  await current
}

let lastWaking: Promise<void> = Promise.resolve()

/** A command that began to listen is through once it would hear something. */
export function networkAwake(): Promise<void> {
  return lastWaking
}

function isHarmless({ _type }: ClientObject, method: string, params: unknown): boolean {
  if (typeof _type !== 'string') return false
  if (harmlessObjects.has(_type) || harmlessCalls.has(method)) return true
  if (_type === 'Frame') return !harmfulToFrames.has(method)
  if (method !== 'updateSubscription') return false
  const { event, enabled } = Object(params) as { event?: unknown; enabled?: unknown }
  return enabled === false || !networkEvents.includes(String(event).toLowerCase())
}

/** The quiet pages that a call on this object may be about. */
function pagesOf(
  pages: ReadonlyMap<ClientObject, unknown>,
  object: ClientObject,
): readonly ClientObject[] {
  for (let owner: ClientObject | undefined = object; owner; owner = owner._parent) {
    if (owner._type === 'Page') return pages.has(owner) ? [owner] : []
    if (owner._type === 'BrowserContext') {
      return [...pages.keys()].filter((page) => page._parent === owner)
    }
  }
  return []
}
