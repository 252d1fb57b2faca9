import { describe, expect, test } from 'vitest'
import { recordsOf } from './testing/records.ts'
import { passFile, rawFile } from './testing/report-file.ts'
import { startRaw } from './testing/running-vitest.ts'

describe('invariant 2: closing is whole', () => {
  test('the sockets of all testers close with their session', async () => {
    const wires: Promise<void>[] = []
    await using running = await startRaw({
      run: async (page, options) => {
        const frames = await Promise.all(['one', 'two', 'three'].map((id) => page.openTester(id)))
        wires.push(page.wire.closed, ...frames.map((frame) => frame.wire.closed))
        await passFile(page, options)
      },
    })
    await running.vitest.start()
    running.session.close('closed')

    await Promise.all(wires)
    expect(running.core.registry.size).toBe(0)
  })

  test('a listener that fails skips no other, and the pool still forgets the page', async () => {
    await using running = await startRaw({ run: passFile })
    await running.vitest.start()
    const { session, core } = running
    const heard: string[] = []
    core.onSessionClosed(() => {
      throw new Error('a listener of ours has a bug')
    })
    core.onSessionClosed((closed) => heard.push(closed.id))
    session.close('closed')

    expect(heard).toEqual([session.id])
    expect(recordsOf(running, session.id, session.meta.slot.id)).toMatchObject({
      orchestrators: false,
      poolReady: false,
    })
  })

  test('mocks that the server serves go with the session that made them', async () => {
    const mocked = '/a.test.ts'
    await using running = await startRaw({
      options: { recover: 0 },
      // Without import maps and without a provider that intercepts, the server serves mocks itself.
      config: { browser: { importMapMocks: false } },
      run: async (page, options) => {
        const tester = await passFile(page, options)
        await tester.wire.call(
          'registerMock',
          page.sessionId,
          { type: 'automock', raw: './a.test.ts', id: running.path('a.test.ts'), url: mocked },
          { importer: running.path('a.test.ts') },
        )
      },
    })
    const { vitest, project } = running
    const served = async (): Promise<string> => {
      const result = await project.vite.transformRequest(mocked)
      return result?.code ?? ''
    }
    const original = await served()
    await vitest.start()
    expect(await served()).not.toBe(original)
    running.session.close('closed')

    expect(await served()).toBe(original)
  })
})

describe('invariant 5: every call settles', () => {
  test('a page that goes while it runs a file ends the wait for it', async () => {
    await using running = await startRaw({
      options: { recover: 0 },
      run: async (page, options) => {
        const file = rawFile(page, options)
        const tester = await page.openTester(file.path)
        await file.collect(tester.wire)
        await file.start(tester.wire)
        page.close()
        return new Promise(() => undefined)
      },
    })
    await running.vitest.start()

    const [module] = running.vitest.state.getTestModules()
    expect(module?.state()).toBe('failed')
    const [test] = module?.children.allTests() ?? []
    const errors = [...(module?.errors() ?? []), ...(test?.result().errors ?? [])]
    expect(errors.map((error) => error.message)).toContainEqual(
      expect.stringMatching(/a\.test\.ts was cut off/),
    )
  })

  test('a page that never gets ready ends the run when its time is up', async () => {
    await using running = await startRaw({
      run: passFile,
      ready: false,
      options: { recover: 0 },
      config: { browser: { connectTimeout: 200 } },
    })
    const { unhandledErrors } = await running.vitest.start()
    expect(unhandledErrors.map(String)).toEqual([
      expect.stringMatching(/got no page: no tab connected in time/),
    ])
    expect(running.core.registry.size).toBe(0)
  })

  test('a module whose mock was in a page that went is still answered', async () => {
    const asked = Promise.withResolvers<unknown>()
    await using running = await startRaw({
      files: ['a.test.ts', 'b.ts'],
      options: { recover: 0 },
      config: { browser: { importMapMocks: false } },
      run: async (page, options) => {
        const tester = await page.openTester(rawFile(page, options).path, {
          // The server asks the page for the factory's exports, and the page goes without a word.
          resolveManualMock: () => {
            page.close()
            return new Promise(() => undefined)
          },
        })
        const mock = { type: 'manual', raw: './b.ts', id: running.path('b.ts'), url: '/b.ts' }
        await tester.wire.call('registerMock', page.sessionId, mock, { importer: mock.id })
        asked.resolve(running.project.vite.transformRequest('/b.ts'))
        return new Promise(() => undefined)
      },
    })
    await running.vitest.start()
    await expect(asked.promise).resolves.toMatchObject({ code: expect.any(String) })
  })
})
