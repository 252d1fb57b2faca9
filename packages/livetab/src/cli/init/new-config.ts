import { type ProviderName, providers } from '../providers.ts'
import { Code, printValue, type Printable } from '../source/print-value.ts'
import type { Migration } from './migration.ts'

/** The text of a `vitest.config.*` that runs tests in a browser. */
export function newConfig(provider: ProviderName, migration?: Migration): string {
  const browsers = migration?.browsers.length ? migration.browsers : [providers[provider].browser]
  const browser: Printable = {
    enabled: true,
    ...(provider === 'preview' ? {} : { headless: migration?.headless ?? true }),
    ...migration?.browser,
    provider: new Code(`livetab(${providerCall(provider, migration)})`),
    instances: browsers.map((name) => ({ browser: name })),
  }
  const config = { ...migration?.vite, test: { ...migration?.test, browser } }
  return `import { ${provider} } from '${providers[provider].module}'
import { livetab } from 'livetab'
import { defineConfig } from 'vitest/config'

export default defineConfig(${printValue(config)})
`
}

function providerCall(provider: ProviderName, migration: Migration | undefined): string {
  const inside = optionsText(migration?.provider)
  const ours = optionsText(migration?.livetab)
  return `${provider}(${inside})${ours && `, ${ours}`}`
}

function optionsText(options: Record<string, Printable> | undefined): string {
  if (!options || Object.keys(options).length === 0) return ''
  return printValue(options, '      ')
}
