import { createBrowserServer } from '@vitest/browser'
import type { Vitest } from 'vitest/node'
import { expect, test } from 'vitest'
import { createContribution } from './contribution.ts'
import { passFile } from './testing/report-file.ts'
import { startRaw } from './testing/running-vitest.ts'
import {
  assertStockContribution,
  assertSupportedVitest,
  UnsupportedVitestError,
} from './vitest-internals.ts'

/** A Vitest of some other version: the same name, other insides. */
function otherVitest(changes: object): Vitest {
  return { version: '5.7.0', ...changes } as unknown as Vitest
}

test('a Vitest whose insides moved is named, and so is the one to install', () => {
  expect(() => {
    assertSupportedVitest(otherVitest({}))
  }).toThrow(UnsupportedVitestError)
  expect(() => {
    assertSupportedVitest(otherVitest({ _browserSessions: {}, _testRun: {} }))
  }).toThrow(
    /^\[livetab\] This version of Livetab works with vitest 5\.1\.0, and you have vitest 5\.7\.0: .*vitest\._testRun\.enqueued.* Install vitest@5\.1\.0 and the same version of every @vitest\/\* package[^\n]*\.$/,
  )
})

test('each part that is missing is noticed', async () => {
  await using running = await startRaw({ run: passFile })
  const fine = running.vitest
  expect(() => {
    assertSupportedVitest(fine)
  }).not.toThrow()
  for (const part of ['_browserSessions', '_testRun']) {
    const vitest = new Proxy(fine, {
      get: (target, name) => (name === part ? undefined : (Reflect.get(target, name) as unknown)),
    })
    expect(() => {
      assertSupportedVitest(vitest)
    }, part).toThrow(part)
  }
})

test('a provider that comes with another server is named, and so are the packages to install', async () => {
  const another = createContribution(() => ({ plugins: [] }), 'playwright')
  await expect(another).rejects.toThrow(UnsupportedVitestError)
  await expect(another).rejects.toThrow(
    '[livetab] The provider "playwright" does not come with the browser server of vitest 5.1.0. Install the same version (5.1.0) of vitest, @vitest/browser and your provider\'s package.',
  )
  const stock = createBrowserServer as unknown as () => unknown
  const contribution: unknown = await stock()
  expect(() => {
    assertStockContribution(contribution, 'playwright')
  }).not.toThrow()
})

test('a mock plugin that is not there to be replaced is named', async () => {
  const stock = createBrowserServer as unknown as () => Promise<{ plugins: { name: string }[] }>
  const contribution = await stock()
  contribution.plugins = contribution.plugins.filter(
    (plugin) => plugin.name !== 'vitest:mocks:interceptor',
  )
  await expect(createContribution(() => contribution, 'playwright')).rejects.toThrow(
    /has no plugin "vitest:mocks:interceptor" to replace\. Install the versions of @vitest\/\*/,
  )
})
