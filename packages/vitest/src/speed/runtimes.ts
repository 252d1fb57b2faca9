import type { Connect, ViteDevServer } from 'vite'
import { join } from 'pathe'
import type { StockParent } from '../vitest-internals.ts'
import { leanTemplate, runtimeEntries } from './lean-template.ts'
import { linkRuntime, type Runtime, runtimePath } from './runtime.ts'

/** The linked runtime of one Vite server. It changes only when Vite optimises dependencies anew. */
export class Runtimes {
  readonly #server: ViteDevServer
  readonly #sourceMap: (id: string) => unknown
  #linking: { readonly key: string; readonly runtime: Promise<Runtime | undefined> } | undefined
  /** The one that pages get now. */
  #current: Runtime | undefined

  constructor(server: ViteDevServer, sourceMap: (id: string) => unknown) {
    this.#server = server
    this.#sourceMap = sourceMap
  }

  get isLinked(): boolean {
    return this.#current !== undefined
  }

  has(url: string): boolean {
    return this.#current?.has(url) ?? false
  }

  async template(parent: StockParent, html: string): Promise<string> {
    const own = new Set([
      parent.errorCatcherUrl,
      parent.matchersUrl,
      ...parent.initScripts.map((script) => join('/@fs/', script)),
    ])
    const entries = runtimeEntries(html, (url) => own.has(url) || url.startsWith('/__vitest_browser__/'))
    const runtime = entries.length > 0 ? await this.#link(entries) : undefined
    return runtime ? leanTemplate(html, runtime, entries) : html
  }

  serve(name: string): string | undefined {
    const runtime = this.#current
    if (!runtime) return undefined
    return runtime.url === `${runtimePath}${name}.js` ? runtime.file.code : runtime.facade(name)
  }

  map(url: string): unknown {
    return this.#current?.url === url ? this.#current.file.map() : undefined
  }

  async #link(entries: readonly string[]): Promise<Runtime | undefined> {
    const { depsOptimizer } = this.#server.environments.client
    const key = JSON.stringify([depsOptimizer?.metadata.browserHash, entries])
    if (this.#linking?.key !== key) {
      const runtime = linkRuntime(this.#server, entries, this.#sourceMap).catch(() => undefined)
      this.#linking = { key, runtime }
    }
    const runtime = await this.#linking.runtime
    this.#current = runtime
    return runtime
  }
}

export function createRuntimeMiddleware(runtimes: Runtimes): Connect.NextHandleFunction {
  return function livetabRuntime(req, res, next) {
    const url = req.url ?? ''
    const code = url.startsWith(runtimePath)
      ? runtimes.serve(url.slice(runtimePath.length).replace(/\.js$/, ''))
      : undefined
    if (code === undefined) {
      next()
      return
    }
    res.setHeader('Content-Type', 'text/javascript')
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
    res.end(code)
  }
}
