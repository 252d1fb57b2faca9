import { MockerRegistry } from '@vitest/mocker'
import { interceptorPlugin, manualMockPlugin } from '@vitest/mocker/node'
import type { Plugin } from 'vite'
import type { LiveSession } from '../slot.ts'

interface FactoryExports {
  readonly session: LiveSession
  readonly resolve: () => Promise<string[]>
}

interface ServedMock {
  readonly session: LiveSession
  readonly drop: () => void
}

/** What is mocked right now on one Vite server. Entries go with the session that made them. */
export class MockRegistries {
  /** Mocks that the server itself serves, for providers that cannot intercept requests. */
  readonly served: MockerRegistry = new MockerRegistry()
  readonly #servedFor = new Map<string, ServedMock>()
  readonly #factories = new Map<string, FactoryExports>()

  setFactory(url: string, session: LiveSession, resolve: () => Promise<string[]>): void {
    this.#factories.set(url, { session, resolve })
  }

  /** Says whose a served mock is; `invalidate` makes Vite forget the module as it was served with it. */
  noteServed(
    mock: { id: string; url: string },
    session: LiveSession,
    invalidate: () => void,
  ): void {
    const drop = (): void => {
      this.served.delete(mock.url)
      this.served.deleteById(mock.id)
      invalidate()
    }
    this.#servedFor.set(mock.id, { session, drop })
  }

  clear(session: LiveSession): void {
    for (const [id, mock] of this.#servedFor) {
      if (mock.session !== session) continue
      mock.drop()
      this.#servedFor.delete(id)
    }
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
