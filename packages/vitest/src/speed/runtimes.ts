import { readFile } from 'node:fs/promises'
import { join as joinPath } from 'node:path'
import { clientDirectory } from '@livetab/client'
import { join } from 'pathe'
import type { ViteDevServer } from 'vite'
import type { StockParent } from '../vitest-internals.ts'
import { leanTemplate, runtimeEntries } from './lean-template.ts'
import { linkRuntime, openRuntime, type Runtime, runtimePath } from './runtime.ts'
import { RuntimeStore } from './runtime-store.ts'

/** The linked runtime of one Vite server. It changes only when Vite optimises dependencies anew. */
export class Runtimes {
  readonly #server: ViteDevServer
  #linking: { readonly key: string; readonly runtime: Promise<Runtime | undefined> } | undefined
  /** The one that pages get now. */
  #current: Runtime | undefined

  constructor(server: ViteDevServer) {
    this.#server = server
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
    const entries = runtimeEntries(
      html,
      (url) => own.has(url) || url.startsWith('/__vitest_browser__/'),
    )
    const runtime = entries.length > 0 ? await this.#link(parent, entries) : undefined
    return runtime ? leanTemplate(html, runtime, entries) : html
  }

  code(name: string): string | undefined {
    const runtime = this.#current
    if (!runtime) return undefined
    return runtime.url === `${runtimePath}${name}.js` ? runtime.code : runtime.facade(name)
  }

  async #link(parent: StockParent, entries: readonly string[]): Promise<Runtime | undefined> {
    const { metadata } = this.#server.environments.client.depsOptimizer ?? {}
    const key = JSON.stringify([metadata?.browserHash, entries])
    if (this.#linking?.key !== key) {
      // A runtime that cannot be linked is a page with plain modules.
      this.#linking = { key, runtime: this.#load(parent, key, entries).catch(() => undefined) }
    }
    const runtime = await this.#linking.runtime
    this.#current = runtime
    return runtime
  }

  async #load(parent: StockParent, key: string, entries: readonly string[]): Promise<Runtime> {
    const store = new RuntimeStore(this.#server.config.cacheDir)
    const fullKey = JSON.stringify([key, await this.#ingredients(parent)])
    const stored = await store.read(fullKey)
    if (stored) return openRuntime(stored)
    const linked = await linkRuntime(this.#server, entries)
    await store.write(fullKey, linked)
    return openRuntime(linked)
  }

  /** What the runtime is made of beside Vite's optimised dependencies, whose hash is in the key. */
  async #ingredients(parent: StockParent): Promise<unknown> {
    const files = ['tester.js', 'vite-client.js', 'linker.js']
    const ours = await Promise.all(
      files.map((file) => readFile(joinPath(clientDirectory, file), 'utf8')),
    )
    const { config } = this.#server
    return [
      parent.vitest.version,
      parent.config.browser.provider?.name,
      process.version,
      process.platform,
      Object.keys(Reflect.get(parent, 'commands') as object),
      config.define,
      config.env,
      config.root,
      config.plugins.map((plugin) => plugin.name),
      ours,
    ]
  }
}
