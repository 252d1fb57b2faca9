/** Vitest's own browser providers, and what each needs besides. */
export const providers = {
  playwright: { module: '@vitest/browser-playwright', tool: 'playwright', browser: 'chromium' },
  preview: { module: '@vitest/browser-preview', tool: undefined, browser: 'chromium' },
  webdriverio: { module: '@vitest/browser-webdriverio', tool: 'webdriverio', browser: 'chrome' },
} as const

export type ProviderName = keyof typeof providers

export function isProviderName(name: unknown): name is ProviderName {
  return typeof name === 'string' && Object.hasOwn(providers, name)
}
