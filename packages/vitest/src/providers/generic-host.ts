import type { BrowserProvider } from 'vitest/node'
import type { PageHost } from './page-host.ts'

/** Any provider: all we know of its pages is that it can open them. */
export function createGenericHost(provider: BrowserProvider): PageHost {
  const openPage = provider.openPage.bind(provider)
  const close = provider.close.bind(provider)
  return {
    driven: provider.name !== 'preview',
    open: (sessionId, url, parallel) => openPage(sessionId, url, { parallel }),
    sessions: () => [],
    release: () => Promise.resolve(true),
    discard: () => Promise.resolve(),
    transfer: () => undefined,
    find: () => Promise.resolve(),
    isPaused: () => Promise.resolve(false),
    abandonBrowser: () => Promise.resolve(),
    close: async (options) => {
      await close(options as never)
    },
  }
}
