import { execFile } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'

const run = promisify(execFile)
const fixture = fileURLToPath(new URL('../fixtures/churn', import.meta.url))

/** `LIVETAB_CHURN=1000` takes minutes; unit tests churn that many over real sockets without a browser. */
const sessions = Number(process.env['LIVETAB_CHURN'] ?? 40)

test('invariant 11: sessions in real pages leave nothing behind', async () => {
  test.setTimeout(120_000 + sessions * 4000)
  const args = ['churn.ts', String(sessions), '20']
  const { stdout } = await run(process.execPath, args, {
    cwd: fixture,
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  })
  const result = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  console.log(
    `${sessions} sessions in ${result.seconds.toFixed(1)} s, heap ${(result.growth / 1024 / 1024).toFixed(2)} MB`,
  )

  expect(result).toMatchObject({ count: sessions, failed: 0, errors: 0, sessions: 0 })
  expect(result.after).toEqual(result.before)
  expect(result.after).toMatchObject({
    sessions: 0,
    slots: 0,
    reservations: 0,
    pages: 0,
    contexts: 0,
    testers: 0,
  })
  expect(result.growth).toBeLessThan(5 * 1024 * 1024)
})
