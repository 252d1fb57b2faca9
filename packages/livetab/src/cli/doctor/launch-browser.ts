import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findPackage, type Project } from '../project.ts'
import { providers } from '../providers.ts'
import type { BrowserProject } from './browser-project.ts'

const patience = 45_000

interface PlaywrightBrowser {
  version: () => string
  close: () => Promise<void>
}
type Playwright = Readonly<
  Record<string, { launch: (options: object) => Promise<PlaywrightBrowser> } | undefined>
>

interface WebDriver {
  readonly capabilities: { readonly browserVersion?: string }
  deleteSession: () => Promise<void>
}
interface WebdriverIo {
  remote: (options: object) => Promise<WebDriver>
}

/** Starts the browser as the provider would, and gives its version. */
export async function launchPlaywright(
  project: Project,
  { options, headless }: BrowserProject,
  name: string,
): Promise<string> {
  const playwright = await loadTool<Playwright & { default?: Playwright }>(project, 'playwright')
  const type = playwright[name] ?? playwright.default?.[name]
  if (!type) throw new Error(`Playwright has no browser "${name}"`)
  const launchOptions = { ...objectAt(options, 'launchOptions'), headless, timeout: patience }
  const browser = await type.launch(launchOptions)
  const version = browser.version()
  await browser.close()
  return version
}

export async function launchWebdriverIo(
  project: Project,
  { options, headless }: BrowserProject,
  name: string,
): Promise<string> {
  const { remote } = await loadTool<WebdriverIo>(project, 'webdriverio')
  const capabilities = { ...objectAt(options, 'capabilities'), browserName: name }
  const [key, flag] = headlessFlags[name] ?? []
  if (headless && key && flag) {
    const given = objectAt(capabilities, key)
    const args = Array.isArray(given['args']) ? given['args'] : []
    Object.assign(capabilities, { [key]: { ...given, args: [...args, flag] } })
  }
  const session = await remote({ logLevel: 'silent', ...options, capabilities })
  const version = session.capabilities.browserVersion ?? 'unknown version'
  await session.deleteSession()
  return version
}

const headlessFlags: Readonly<Record<string, readonly [string, string]>> = {
  chrome: ['goog:chromeOptions', 'headless'],
  firefox: ['moz:firefoxOptions', '-headless'],
  edge: ['ms:edgeOptions', '--headless'],
}

/** The provider's own copy, which need not be one that the project can name. */
async function loadTool<T>(project: Project, name: 'playwright' | 'webdriverio'): Promise<T> {
  const provider = findPackage(project, providers[name].module)
  const from = provider ? realpathSync(provider.root) : project.root
  const file = createRequire(join(from, 'package.json')).resolve(name)
  return (await import(pathToFileURL(file).href)) as T
}

function objectAt(value: object, key: string): Record<string, unknown> {
  const found: unknown = Reflect.get(value, key)
  return typeof found === 'object' && found !== null ? { ...found } : {}
}
