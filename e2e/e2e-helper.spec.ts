import { expect, test } from '@playwright/test'
import { startVitest } from 'livetab/e2e'

test('a reloaded tab runs its tests again', async ({ page }) => {
  await using vitest = startVitest({ root: 'fixtures/reload-preview' })
  const tab = vitest.tab(page)
  await tab.open()
  await tab.reload()
  await tab.expectExpired('You reloaded the tab.')
  await tab.rerun()
  expect(vitest.resultsOfLastRun()).toEqual({ passed: 4, failed: 0, skipped: 1 })
})
