import type { VitestRun } from '../vitest-run.ts'
import { launchChromium } from './chromium.ts'

/** Opens the link that the preview provider prints and keeps the tab open until the run is over. */
export async function openPreviewTab(run: VitestRun): Promise<string[]> {
  const link = await run.waitFor(
    'the link of the preview tab',
    ({ output }) => /Browser runner started at (\S+)/.exec(output)?.[1],
  )
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(`page error: ${error.message}`))
    await page.goto(link)
    const title = await page.title()
    await run.waitFor('a finished run', ({ dumps }) => dumps.find((dump) => dump.kind === 'run'))
    return [`title: ${title}`, ...errors]
  } finally {
    await browser.close()
  }
}
