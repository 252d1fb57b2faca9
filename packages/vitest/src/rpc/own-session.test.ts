import process from 'node:process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RawPage } from '../testing/raw-page.ts'
import { passFile } from '../testing/report-file.ts'
import { startRaw } from '../testing/running-vitest.ts'

const debug = process.env['DEBUG']
beforeEach(() => {
  process.env['DEBUG'] = 'livetab'
})
afterEach(() => {
  process.env['DEBUG'] = debug ?? ''
})

const mock = { type: 'automock', raw: './x.ts', id: '/x.ts', url: '/x.ts' }

/** Every call in which a page names the session it speaks for. */
const claims: Record<string, (session: string) => unknown[]> = {
  triggerCommand: (session) => [session, 'whoami', undefined, []],
  registerMock: (session) => [session, mock, { importer: '/x.ts' }],
  clearMocks: (session) => [session],
  unregisterMock: (session) => [session, '/x.ts'],
  sendCdpEvent: (session) => [session, 'Page.crash'],
  trackCdpEvent: (session) => [session, 'on', 'Page.frameNavigated', '1'],
}

test.each(Object.keys(claims))(
  'invariant 8: %s in the name of another session is refused and logged, not obeyed',
  async (name) => {
    const pages: RawPage[] = []
    const met = Promise.withResolvers<void>()
    const answers: unknown[] = []
    const commands: string[] = []
    await using running = await startRaw({
      files: ['a.test.ts', 'b.test.ts'],
      config: {
        maxWorkers: 2,
        browser: {
          commands: { whoami: ({ sessionId }: { sessionId: string }) => commands.push(sessionId) },
        },
      },
      run: async (page, options) => {
        pages.push(page)
        const tester = await passFile(page, options)
        if (pages.length === 2) met.resolve()
        await met.promise
        const other = pages.find((it) => it !== page)?.sessionId ?? ''
        const args = claims[name]?.(other) ?? []
        answers.push(await tester.wire.call(name, ...args).catch((error: unknown) => error))
      },
    })
    await running.vitest.start()

    expect(pages).toHaveLength(2)
    expect(answers.map(String)).toEqual(
      Array(2).fill('Error: [livetab] This page does not belong to the session it named.'),
    )
    expect(running.output).toContain('named another session; refused')
    // Nor does the log give away an id that could be used.
    for (const { sessionId } of pages) expect(running.output).not.toContain(sessionId)
    expect(commands).toEqual([])
    expect(running.browser.cdp).toEqual([])
  },
)

test('invariant 8: what a page does, it does in the project and session of its own socket', async () => {
  const seen: { sessionId: string; project: string }[] = []
  await using running = await startRaw({
    config: {
      browser: {
        commands: {
          whoami: ({ sessionId, project }: { sessionId: string; project: { name: string } }) =>
            seen.push({ sessionId, project: project.name }),
        },
      },
    },
    run: async (page, options) => {
      const tester = await passFile(page, options)
      await tester.wire.call('triggerCommand', page.sessionId, 'whoami', undefined, [])
    },
  })
  await running.vitest.start()
  const sessionId = running.browser.page.sessionId

  expect(seen).toEqual([{ sessionId, project: 'chromium' }])
})
