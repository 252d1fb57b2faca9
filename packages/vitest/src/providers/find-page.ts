import { within } from '../within.ts'

const longestSearch = 2000

/** Where an orchestrator's page has what it was let in with. */
const ownTicket = 'window.__vitest_browser_runner__?.livetab?.ticket'

interface AskablePage {
  evaluate: (expression: string) => Promise<unknown>
}

/** The page that was let in with a ticket. Never rejects; a page that does not answer is not the one. */
export async function findPage<Page extends AskablePage>(
  pages: readonly Page[],
  ticket: string,
): Promise<Page | undefined> {
  const found = Promise.withResolvers<Page | undefined>()
  const asked = pages.map(async (page) => {
    if ((await page.evaluate(ownTicket)) === ticket) found.resolve(page)
  })
  void Promise.allSettled(asked).then(() => {
    found.resolve(undefined)
  })
  return within(found.promise, longestSearch).catch(() => undefined)
}
