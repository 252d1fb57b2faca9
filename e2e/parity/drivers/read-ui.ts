import type { VitestRun } from '../vitest-run.ts'
import { launchChromium } from './chromium.ts'

/** Opens Vitest's UI in a browser of its own, reads the list of test files, and ends the watch run. */
export async function readUi(run: VitestRun): Promise<string[]> {
  await run.waitFor('the end of the run', ({ dumps }) => dumps.find((dump) => dump.kind === 'waiting'))
  const link = await run.waitFor('the link of the UI', ({ output }) =>
    /UI started at (\S+)/.exec(output)?.[1],
  )
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await page.goto(link)
    await page.getByText('inside-ui.test.ts').first().waitFor()
    const items = await page.locator('[data-testid="explorer-item"], [data-testid="details-panel"]').allInnerTexts()
    const counts = await page.locator('[data-testid="tests-entry"]').allInnerTexts()
    console.log(items, counts, (await page.locator('body').innerText()).slice(0, 1500))
    return [...items, ...counts]
  } finally {
    await browser.close()
    run.interrupt()
  }
}
