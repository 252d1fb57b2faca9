import { expect, type Locator, type Page } from '@playwright/test'

/** What a person sees of a session that cannot be used, as a page of its own or over a running one. */
export class SessionView {
  readonly page: Page
  readonly heading: Locator
  readonly rerun: Locator
  readonly status: Locator
  readonly card: Locator

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { level: 1 })
    this.rerun = page.getByRole('button', { name: 'Rerun', exact: true })
    this.status = page.getByRole('status')
    this.card = page.locator('.card')
  }

  /** Session expired, with the button on it and the focus on the button. */
  async expectExpired(...sentences: string[]): Promise<void> {
    await expect(this.heading).toHaveText('Session expired', { timeout: 30_000 })
    await expect(this.rerun).toBeFocused()
    for (const sentence of sentences) await expect(this.card).toContainText(sentence)
  }

  /** An explanation, and nothing to press. */
  async expectExplanation(heading: string, ...sentences: string[]): Promise<void> {
    await expect(this.heading).toHaveText(heading, { timeout: 30_000 })
    await expect(this.card.getByRole('button')).toHaveCount(0)
    for (const sentence of sentences) await expect(this.card).toContainText(sentence)
  }
}

/** The heading of every state that the view went through in this tab, over all its pages. */
export async function recordHeadings(page: Page): Promise<() => readonly string[]> {
  const seen: string[] = []
  await page.exposeBinding('__noteHeading', (_source, text: string) => {
    if (text && seen.at(-1) !== text) seen.push(text)
  })
  await page.addInitScript(() => {
    if (window.parent !== window) return
    const note = Reflect.get(window, '__noteHeading') as (text: string) => void
    const look = (): void => {
      const overlay = document.documentElement.lastElementChild?.shadowRoot
      const heading = document.querySelector('.card h1') ?? overlay?.querySelector('.card h1')
      if (heading?.textContent) note(heading.textContent)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return () => seen
}
