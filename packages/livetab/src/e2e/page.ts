/** As much of a Playwright `Locator` as is needed here. */
export interface TabLocator {
  waitFor: (options?: { timeout?: number }) => Promise<void>
  click: () => Promise<void>
  textContent: () => Promise<string | null>
}

/** As much of a Playwright `Page` as is needed here; any version of Playwright's fits. */
export interface TabPage {
  goto: (url: string) => Promise<unknown>
  reload: () => Promise<unknown>
  url: () => string
  locator: (selector: string) => TabLocator
  getByRole: (
    role: 'heading' | 'button',
    options?: { name?: string; exact?: boolean; level?: number },
  ) => TabLocator
}
