import { type CDPSession, chromium, expect, test } from '@playwright/test'
import { TesterCdp } from '../packages/vitest/src/rpc/cdp.ts'
import { launchBrowser } from './support/browser.ts'
import { expectNothingLeft } from './support/leftovers.ts'
import { testsOnce } from './support/tests-once.ts'
import { startVitest } from './support/vitest-process.ts'

test('cdp() of a test and 49 sessions of its page beside it do not hear each other', async () => {
  test.setTimeout(120_000)
  await using vitest = startVitest({
    fixture: 'fixtures/recovery-cdp',
    args: ['run', '--maxWorkers=1'],
  })
  expect(await vitest.exited, vitest.output).toBe(0)
  expect(testsOnce(vitest.history()).filter((line) => line.endsWith(': passed'))).toHaveLength(3)
  await expectNothingLeft(vitest)
})

test('50 testers on one page have 50 CDP sessions, and each goes with its tester', async () => {
  await using browser = await launchBrowser()
  const page = await browser.newPage()
  const opened: CDPSession[] = []
  const detached: CDPSession[] = []
  const provider = {
    name: chromium.name(),
    async getCDPSession() {
      const session = await page.context().newCDPSession(page)
      opened.push(session)
      return {
        send: session.send.bind(session),
        on: session.on.bind(session),
        off: session.off.bind(session),
        detach: async () => {
          await session.detach()
          detached.push(session)
        },
      }
    },
  }
  const testers = Array.from({ length: 50 }, () => {
    const connection = new AbortController()
    const heard: unknown[] = []
    const context = {
      project: { name: 'chromium', browser: { provider } },
      session: { id: 'one page', signal: new AbortController().signal },
      connection: { signal: connection.signal },
    }
    const cdp = new TesterCdp(context as never, (_event, payload) =>
      heard.push(Reflect.get(Object(payload), 'name')),
    )
    return { cdp, connection, heard }
  })

  await Promise.all(
    testers.map(async ({ cdp }, number) => {
      const session = await cdp.ensure()
      await cdp.track('on', 'Runtime.bindingCalled', 'listener')
      await session.send('Runtime.enable')
      await session.send('Runtime.addBinding', { name: `tester${number}` })
      const { result } = (await session.send('Runtime.evaluate', { expression: `${number}` })) as {
        result: { value: number }
      }
      expect(result.value).toBe(number)
    }),
  )
  expect(opened).toHaveLength(50)
  expect(new Set(testers.map(({ cdp }) => cdp.id)).size).toBe(50)

  await page.evaluate(() => {
    for (let number = 0; number < 50; number++) Reflect.get(window, `tester${number}`)('called')
  })
  await expect
    .poll(() => testers.map(({ heard }) => heard))
    .toEqual(Array.from({ length: 50 }, (_, number) => [`tester${number}`]))

  // Playwright's own session beside them, and a navigation.
  const own = await page.context().newCDPSession(page)
  await own.send('Page.enable')
  await page.goto('data:text/html,<title>elsewhere</title>')
  expect(await page.title()).toBe('elsewhere')

  for (const { connection } of testers) connection.abort()
  await expect.poll(() => detached.length).toBe(50)
})
