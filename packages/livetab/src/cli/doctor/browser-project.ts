import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as VitestNode from 'vitest/node'
import type { ResolvedConfig } from 'vitest/node'
import type { Project } from '../project.ts'

/** What Vitest makes of one project that runs in a browser. */
export interface BrowserProject {
  readonly name: string
  readonly provider: string
  /** What the provider was called with. */
  readonly options: Readonly<Record<string, unknown>>
  readonly isWrapped: boolean
  readonly headless: boolean
  readonly browsers: readonly string[]
  readonly api: {
    readonly port: number
    readonly host?: string | boolean
    readonly strictPort?: boolean
  }
}

/** Has the project's own Vitest read its configuration, functions, files of projects and all. */
export async function loadBrowserProjects(
  project: Project,
  config: string | undefined,
): Promise<BrowserProject[]> {
  const require = createRequire(join(project.root, 'package.json'))
  const file = pathToFileURL(require.resolve('vitest/node')).href
  const { resolveConfig } = (await import(file)) as typeof VitestNode
  const options = { root: project.root, watch: false, ...(config ? { config } : {}) }
  const { test } = (await resolveConfig(options)) as { test?: ResolvedConfig }
  // A project with instances is listed with them, and hidden.
  const entries = (test?.resolvedProjects ?? []).filter(({ hidden }) => !hidden)
  const all = entries.map(({ projectConfig }) => projectConfig)
  return all.filter(({ browser }) => browser.enabled).map((it) => describe(it))
}

function describe({ name, browser, api }: ResolvedConfig): BrowserProject {
  const { provider } = browser
  const instances = browser.instances ?? []
  const own = browser.name ? [browser.name] : instances.map((it) => it.browser)
  return {
    name: name || browser.name || 'browser',
    provider: provider?.name ?? 'none',
    options: (provider?.options ?? {}) as Record<string, unknown>,
    isWrapped: provider !== undefined && 'livetab' in provider,
    headless: browser.headless,
    browsers: own,
    api: { ...api, port: api.port ?? 0 },
  }
}
