import { MockerRegistry } from '@vitest/mocker'
import { interceptorPlugin, manualMockPlugin } from '@vitest/mocker/node'
import type { Plugin } from 'vite'
import type { LiveSession } from '../slot.ts'

const shimPrefix = '\0vitest-mock:'

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
  /** Stand-ins that may be loaded, and who asked for each last. */
  readonly #shims = new Map<string, LiveSession>()

  /** A factory of this session stands in for `url`; the module that does so has the id `shim`. */
  setFactory(
    url: string,
    shim: string,
    session: LiveSession,
    resolve: () => Promise<string[]>,
  ): void {
    this.#factories.set(url, { session, resolve })
    this.#shims.set(shim, session)
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
    for (const [shim, owner] of this.#shims) {
      if (owner === session) this.#shims.delete(shim)
    }
  }

  /** The stock plugins of the same names close over registries that only the stock RPC fills. */
  replacePlugins(plugins: readonly Plugin[]): Plugin[] {
    const ours = [
      interceptorPlugin({ registry: this.served, registerWebSocketEvents: false }),
      onlyKnown(
        manualMockPlugin({
          resolveFactoryExports: (url) => {
            const factory = this.#factories.get(url)
            if (!factory) throw new Error(`[livetab] No factory mock is registered for "${url}".`)
            return factory.resolve()
          },
        }),
        this.#shims,
      ),
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

/**
 * A stand-in's address says which module to read for its exports, and anybody can write such an address.
 * Only those that a session asked for are read.
 */
function onlyKnown(plugin: Plugin, known: { has: (id: string) => boolean }): Plugin {
  const { load } = plugin
  if (typeof load !== 'object') {
    throw new TypeError(
      `[livetab] The plugin "${plugin.name}" is not the one that this Livetab was made for. Install its version of @vitest/mocker.`,
    )
  }
  return {
    ...plugin,
    load: {
      ...load,
      handler(id, ...rest) {
        return id.startsWith(shimPrefix) && !known.has(id)
          ? undefined
          : load.handler.call(this, id, ...rest)
      },
    },
  }
}
