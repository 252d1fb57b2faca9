import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { expectNothingLeft } from './support/leftovers.ts'
import { testsOnce } from './support/tests-once.ts'
import { startVitest } from './support/vitest-process.ts'

/** The stock server fails such a run after a minute: testers never get ready, or run on two copies of Vitest. */
test('files whose dependencies change under them are run again on the new ones', async () => {
  test.setTimeout(180_000)
  const cache = mkdtempSync(join(tmpdir(), 'livetab-cold-'))
  try {
    await using vitest = startVitest({
      fixture: 'fixtures/recovery-late-dependency',
      args: ['run'],
      env: { COLD_CACHE: cache },
    })
    expect(await vitest.exited, vitest.output).toBe(0)
    expect(vitest.output).toContain('optimized dependencies changed. reloading')
    const told = testsOnce(vitest.history())
    expect(told).toHaveLength(21)
    expect(told.filter((line) => !line.endsWith(': passed'))).toEqual([])
    // Nobody lost a page, so no attempt was used up.
    expect(vitest.output).not.toContain('This file was run')
    await expectNothingLeft(vitest)
  } finally {
    rmSync(cache, { recursive: true, force: true })
  }
})
