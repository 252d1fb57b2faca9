import type { ObjectExpression } from '@babel/types'
import { propertyOf } from '../source/expressions.ts'
import { isRecord, type Literal, literalOf, stringsOf } from '../source/literals.ts'
import type { Source } from '../source/parse-source.ts'
import type { Migration, Take } from './migration.ts'

const known: Readonly<Record<string, string>> = {
  Chrome: 'chromium',
  ChromeCanary: 'chromium',
  Chromium: 'chromium',
  Edge: 'chromium',
  Firefox: 'firefox',
  FirefoxDeveloper: 'firefox',
  Safari: 'webkit',
  SafariNative: 'webkit',
  WebKit: 'webkit',
}

/** Playwright passes these by itself. */
const passedAnyway = new Set([
  '--no-sandbox',
  '--disable-gpu',
  '--headless',
  '--disable-dev-shm-usage',
])

export const keepLaunchers: Take = (_migration, { value }) => isRecord(value)

/** `browsers`, looked up in `customLaunchers`. */
export function addBrowsers(source: Source, config: ObjectExpression, migration: Migration): void {
  const names = stringsOf(literalAt(source, config, 'browsers') ?? [])
  const launchers = literalAt(source, config, 'customLaunchers')
  for (const name of names) addBrowser(migration, name, isRecord(launchers) ? launchers : {})
  const bases = names.map((name) => baseOf(name, launchers)).filter((base) => browserOf(base))
  migration.headless = bases.every((base) => base.endsWith('Headless'))
}

function addBrowser(migration: Migration, name: string, launchers: Record<string, Literal>): void {
  const base = baseOf(name, launchers)
  const browser = browserOf(base)
  if (!browser) {
    migration.left.push(`\`browsers: ${name}\`: Playwright has Chromium, Firefox and WebKit.`)
    return
  }
  migration.addBrowser(browser)
  migration.moved.push(`\`browsers: ${name}\` → \`test.browser.instances\``)
  if (base.startsWith('Edge') || base.startsWith('Safari')) {
    migration.left.push(`\`browsers: ${name}\`: runs in the engine of it, ${browser}.`)
  }
  const launcher = launchers[name]
  const flags = isRecord(launcher) ? stringsOf(launcher['flags'] ?? []) : []
  const args = flags.filter((flag) => !passedAnyway.has(flag.split('=')[0] ?? flag))
  if (args.length === 0) return
  if (browser === 'chromium') {
    migration.provider['launchOptions'] = { args }
    migration.moved.push(`\`customLaunchers.${name}.flags\` → \`playwright({ launchOptions })\``)
  } else migration.left.push(`\`customLaunchers.${name}.flags\`: check them for ${browser}.`)
}

function browserOf(base: string): string | undefined {
  return known[base.replace('Headless', '')]
}

function baseOf(name: string, launchers: Literal | undefined): string {
  const launcher = isRecord(launchers) ? launchers[name] : undefined
  return isRecord(launcher) && typeof launcher['base'] === 'string' ? launcher['base'] : name
}

function literalAt(source: Source, config: ObjectExpression, name: string): Literal | undefined {
  const property = propertyOf(config, name)
  return property && literalOf(source, property.value)
}
