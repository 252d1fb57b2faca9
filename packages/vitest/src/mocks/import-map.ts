import { getManualMockUrl } from '@vitest/mocker/node'
import type { ViteDevServer } from 'vite'

/** A mock as the tester describes it. */
export interface SerializedMock {
  type: 'manual' | 'redirect' | 'automock' | 'autospy'
  raw: string
  id: string
  url: string
  redirect: string
}

export interface MockImportMap {
  readonly imports: Record<string, string>
}

/** The rule that makes the browser load the mock instead: from the very URL that the import was rewritten to. */
export function mockImportMap(vite: ViteDevServer, mock: SerializedMock): MockImportMap {
  const base = vite.config.base.replace(/\/$/, '')
  const from = base + servedUrl(vite, mock)
  return { imports: { [from]: target(base, from, mock) } }
}

function target(base: string, from: string, mock: SerializedMock): string {
  if (mock.type === 'redirect') {
    const { pathname, search } = new URL(mock.redirect)
    return base + pathname + search
  }
  if (mock.type === 'manual') return base + getManualMockUrl(mock.url, mock.id)
  return withQuery(from, `mock=${mock.type}`)
}

/** Import analysis adds a dependency's version and an edited module's timestamp. */
function servedUrl(vite: ViteDevServer, mock: SerializedMock): string {
  let { url } = mock
  const version = /[?&]v=(\w{8})/.exec(mock.id)?.[1]
  if (version) url = withQuery(url, `v=${version}`)
  const timestamp =
    vite.environments.client.moduleGraph.getModuleById(mock.id)?.lastHMRTimestamp ?? 0
  return timestamp > 0 ? withQuery(url, `t=${timestamp}`) : url
}

function withQuery(url: string, query: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${query}`
}
