import type { VitestRun } from '../vitest-run.ts'
import { launchChromium } from './chromium.ts'

/** Opens Vitest's UI in a browser of its own, reads the list of test files, and ends the watch run. */
export async function readUi(run: VitestRun): Promise<string[]> {
  await run.waitFor('the end of the run', ({ dumps }) =>
    dumps.find((dump) => dump.kind === 'waiting'),
  )
  const link = await run.waitFor(
    'the link of the UI',
    ({ output }) => /UI started at (\S+)/.exec(output)?.[1],
  )
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await page.goto(link)
    await page.getByTestId('tests-entry').waitFor()
    const items = await page.getByTestId('explorer-item').allInnerTexts()
    const counts = await page.getByTestId('tests-entry').innerText()
    return [
      // The second line is the time it took.
      ...items.map((item) => String(item.split('\n')[0])).toSorted(),
      // Whether a test is slow depends on the machine.
      counts.replaceAll('\n', ' ').replace(/ \d+ Slow/, ''),
    ]
  } finally {
    await browser.close()
    run.interrupt()
  }
}
