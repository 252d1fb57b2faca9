import process from 'node:process'
import { chromium, expect, test } from '@playwright/test'
import { TcpProxy } from './support/tcp-proxy.ts'
import { testsOnce } from './support/tests-once.ts'
import { startVitest } from './support/vitest-process.ts'

test('a remote browser that is out of reach for a moment is connected again', async () => {
  test.setTimeout(120_000)
  const executablePath = process.env['LIVETAB_CHROMIUM']
  const remote = await chromium.launchServer({
    ...(executablePath ? { executablePath } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const { pathname, port } = new URL(remote.wsEndpoint())
    await using proxy = await TcpProxy.to(Number(port))
    await using vitest = startVitest({
      fixture: 'fixtures/recovery-remote',
      args: ['run'],
      env: { REMOTE: `ws://127.0.0.1:${proxy.port}${pathname}` },
    })
    await vitest.until(
      () => vitest.history().some(({ event }) => event === 'test-end'),
      'the first test',
    )
    proxy.cut()
    expect(await vitest.exited, vitest.output).toBe(0)
    expect(testsOnce(vitest.history())).toEqual([
      'remote.test.ts > is in a remote browser: passed',
      'remote.test.ts > loses it once: passed',
    ])
    expect(vitest.output).toContain(
      'This file was run 2 times: the connection to the page was lost.',
    )
  } finally {
    await remote.close()
  }
})
