import { existsSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { startRaw } from '../testing/running-vitest.ts'

let beforeFolder: () => void = () => undefined

vi.mock(import('node:fs/promises'), async (original) => {
  const fs = await original()
  const mkdir = ((...args: Parameters<typeof fs.mkdir>) => {
    beforeFolder()
    return fs.mkdir(...args)
  }) as typeof fs.mkdir
  return { ...fs, mkdir }
})

test('invariant 1: a session that ended while the folder was made does not get its snapshot written', async () => {
  await using running = await startRaw({
    options: { recover: 0 },
    run: async (page, options) => {
      const tester = await page.openTester(options.files[0]?.filepath ?? '')
      beforeFolder = () => {
        running.session.close('closed')
      }
      await tester.wire.call(
        'saveSnapshotFile',
        running.path('__snapshots__/late.snap'),
        '// late\n',
      )
    },
  })
  await running.vitest.start()

  expect(existsSync(running.path('__snapshots__'))).toBe(true)
  expect(existsSync(running.path('__snapshots__/late.snap'))).toBe(false)
})
