import type { TesterOptions } from '@livetab/client'
import { type Functions, Wire } from './wire.ts'

/** What a raw page does with a file it is given. Resolves when the file is through. */
export type RunFile = (page: RawPage, options: TesterOptions) => Promise<unknown>

/** A tester's socket and the id it was admitted with. */
export interface RawTester {
  readonly id: string
  readonly wire: Wire
}

/**
 * A tab without a browser: the same requests and the same sockets, driven by a test.
 * It can say what a real page never would, at the moment a test wants it said.
 */
export class RawPage {
  readonly sessionId: string
  readonly html: string
  readonly wire: Wire
  /** The project's settings, as the page was told them. */
  readonly config: { readonly root: string; readonly name: string }
  /** The browser's secret, as its cookie. */
  readonly cookie: string
  readonly #url: URL
  readonly #token: string
  readonly #ticket: string

  constructor(url: URL, html: string, cookie: string, run: RunFile) {
    this.#url = url
    this.html = html
    this.cookie = cookie
    this.sessionId = url.searchParams.get('sessionId') ?? ''
    this.#token = find(html, /VITEST_API_TOKEN = "([^"]+)"/)
    this.config = JSON.parse(find(html, /^ *config: (\{.*\}),$/m)) as RawPage['config']
    this.#ticket = find(html, /"ticket":"([^"]+)"/)
    this.wire = new Wire(
      this.#socketUrl('orchestrator', this.sessionId, { ticket: this.#ticket }),
      {
        createTesters: (options: TesterOptions) => run(this, options),
        cleanupTesters: () => undefined,
        probe: () => Date.now(),
      },
    )
  }

  static async open(url: string, run: RunFile, ready = true): Promise<RawPage> {
    const response = await fetch(url)
    if (response.status !== 200) throw new Error(`the page was answered with ${response.status}`)
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
    const page = new RawPage(new URL(url), await response.text(), cookie, run)
    await page.wire.open()
    if (ready) await page.wire.call('onOrchestratorReady', { lateImportMaps: true })
    return page
  }

  async openTester(iframeId: string, functions: Functions = {}): Promise<RawTester> {
    const url = new URL('/', this.#url)
    url.searchParams.set('sessionId', this.sessionId)
    url.searchParams.set('iframeId', iframeId)
    const html = await (await fetch(url)).text()
    const id = find(html, /testerId:\s*"([^"]+)"/)
    const wire = new Wire(this.#socketUrl('tester', id), functions)
    await wire.open()
    return { id, wire }
  }

  get origin(): string {
    return this.#url.origin
  }

  close(): void {
    this.wire.close()
  }

  #socketUrl(type: string, rpcId: string, more: Record<string, string> = {}): URL {
    const url = new URL('/__vitest_browser_api__', this.#url)
    url.protocol = 'ws:'
    const query = {
      type,
      rpcId,
      sessionId: this.sessionId,
      token: this.#token,
      method: 'run',
      ...more,
    }
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  }
}

function find(html: string, pattern: RegExp): string {
  const found = pattern.exec(html)?.[1]
  if (!found) throw new Error(`the page has nothing that looks like ${pattern}`)
  return found
}
