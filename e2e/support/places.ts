import { type BrowserContext, type Page, test as base } from '@playwright/test'
import { canShowWindows, openDisplay } from './display.ts'
import { DrivenBrowsers } from './driven-browsers.ts'
import { drivenVariable } from './fixture-provider.ts'
import { startVitest, type VitestOptions, type VitestProcess } from './vitest-process.ts'

/** Where a fixture's tests run, and a person can reload them. */
export interface Place {
  readonly name: string
  readonly args: readonly string[]
  /** Playwright opens the page, and not a person. */
  readonly driven: boolean
}

export const previewTabs: readonly Place[] = [
  { name: 'the tab with the UI', args: ['--browser.ui=true'], driven: false },
  { name: 'the plain tab', args: ['--browser.ui=false'], driven: false },
]

export const headedWindow: Place = {
  name: 'a headed window',
  args: ['--browser.headless=false'],
  driven: true,
}

/** Where a reload is the same for whoever sits in front of it. */
export const places: readonly Place[] = [...previewTabs, headedWindow]

/** A running Vitest, and a tab of it that a person sits in front of. */
export interface OpenPlace extends AsyncDisposable {
  readonly vitest: VitestProcess
  readonly page: Page
  readonly link: string
  /** Another tab of the same browser. */
  readonly newTab: () => Promise<Page>
  /** The tab that Vitest opens next, or has a person open. */
  readonly nextPage: () => Promise<Page>
  /** All tabs that have a session's link. */
  readonly tabs: () => Promise<Page[]>
}

type Open = (
  place: Place,
  options: VitestOptions,
  /** What to do with the page before anything is in it, where a person opens it. */
  prepare?: (page: Page) => Promise<void>,
) => Promise<OpenPlace>

export const test = base.extend<{ open: Open }, { display: Record<string, string> }>({
  display: [
    // Playwright wants to see what a fixture uses.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      if (!canShowWindows()) return use({})
      await using display = await openDisplay()
      await use(display.env)
    },
    { scope: 'worker' },
  ],
  open: async ({ page, context, display }, use) => {
    await use(async (place, options, prepare = () => Promise.resolve()) => {
      const canShow = place !== headedWindow || Object.keys(display).length > 0
      base.skip(!canShow, 'There is no display, and no Xvfb to make one.')
      const args = [...(options.args ?? ['--watch']), ...place.args]
      const env = { ...options.env, ...(place.driven ? { ...display, [drivenVariable]: '1' } : {}) }
      await using stack = new AsyncDisposableStack()
      const vitest = stack.use(startVitest({ ...options, args, env }))
      const opened = place.driven
        ? await openWindow(vitest, stack)
        : await openTab(vitest, page, context, prepare)
      if (place.driven) await prepare(opened.page)
      const all = stack.move()
      return { vitest, ...opened, [Symbol.asyncDispose]: () => all.disposeAsync() }
    })
  },
})

type Tabs = Omit<OpenPlace, 'vitest' | typeof Symbol.asyncDispose>

async function openTab(
  vitest: VitestProcess,
  page: Page,
  context: BrowserContext,
  prepare: (page: Page) => Promise<void>,
): Promise<Tabs> {
  const link = await vitest.link()
  await prepare(page)
  await page.goto(link)
  return {
    page,
    link,
    newTab: () => context.newPage(),
    async nextPage() {
      const next = await context.newPage()
      await next.goto(await vitest.link(link))
      return next
    },
    tabs: () => Promise.resolve(context.pages()),
  }
}

async function openWindow(vitest: VitestProcess, stack: AsyncDisposableStack): Promise<Tabs> {
  const browsers = stack.use(new DrivenBrowsers(vitest))
  const page = await browsers.nextTab()
  return {
    page,
    link: page.url(),
    newTab: () => browsers.openBeside(page),
    nextPage: () => browsers.nextTab([page]),
    tabs: () => browsers.tabs(),
  }
}
