import { MockerRegistry } from '@vitest/mocker'
import { interceptorPlugin, manualMockPlugin } from '@vitest/mocker/node'
import type { Plugin } from 'vite'
import type { LiveSession } from '../slot.ts'

interface FactoryExports {
  readonly session: LiveSession
  readonly resolve: () => Promise<string[]>
}

/** What is mocked right now on one Vite server. Entries go with the session that made them. */
export class MockRegistries {
  /** Mocks that the server itself serves, for providers that cannot intercept requests. */
  readonly served: MockerRegistry = new MockerRegistry()
  readonly #factories = new Map<string, FactoryExports>()

  setFactory(url: string, session: LiveSession, resolve: () => Promise<string[]>): void {
    this.#factories.set(url, { session, resolve })
  }

  clear(session: LiveSession): void {
    for (const [url, factory] of this.#factories) {
      if (factory.session === session) this.#factories.delete(url)
    }
  }

  /** The stock plugins of the same names close over registries that only the stock RPC fills. */
  replacePlugins(plugins: readonly Plugin[]): Plugin[] {
    const ours = [
      interceptorPlugin({ registry: this.served, registerWebSocketEvents: false }),
      manualMockPlugin({
        resolveFactoryExports: (url) => {
          const factory = this.#factories.get(url)
          if (!factory) throw new Error(`[livetab] No factory mock is registered for "${url}".`)
          return factory.resolve()
        },
      }),
    ]
    const byName = new Map(ours.map((plugin) => [plugin.name, plugin]))
    const replaced = plugins.map((plugin) => {
      const own = byName.get(plugin.name)
      byName.delete(plugin.name)
      return own ?? plugin
    })
    if (byName.size > 0) {
      throw new Error(
        `[livetab] The browser server has no plugin "${[...byName.keys()].join('", "')}" to replace. Install the versions of @vitest/* that this Livetab was made for.`,
      )
    }
    return replaced
  }
}
