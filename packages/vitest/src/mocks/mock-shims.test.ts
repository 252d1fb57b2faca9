import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getManualMockUrl } from '@vitest/mocker/node'
import { expect, test } from 'vitest'
import { passFile } from '../testing/report-file.ts'
import { startRaw } from '../testing/running-vitest.ts'

/** Whoever writes the address of a factory mock makes Vite read the module that it names. */
test('a stand-in of a module is served to the session that mocked it, and to nobody who made it up', async () => {
  const statuses: Record<string, number> = {}
  await using running = await startRaw({
    prepare(root) {
      writeFileSync(join(root, 'api.ts'), 'export const load = () => "loaded"\n')
      writeFileSync(join(root, '.env'), 'export const password = "secret"\n')
    },
    config: { browser: { importMapMocks: true } },
    run: async (page, options) => {
      const tester = await passFile(page, options)
      const origin = new URL(running.vitest.projects[0]?.vite.resolvedUrls?.local[0] ?? '').origin
      const get = async (name: string, url: string, id: string): Promise<string> => {
        const response = await fetch(`${origin}${getManualMockUrl(url, id)}`, {
          headers: { 'sec-fetch-dest': 'script' },
        })
        statuses[name] = response.status
        return response.text()
      }
      const id = join(page.config.root, 'api.ts')
      await get('made up', '/api.ts', id)
      await get('kept from pages', '/.env', join(page.config.root, '.env'))
      await get('outside', '/etc/hostname', '/etc/hostname?raw')
      await tester.wire.call(
        'registerMock',
        page.sessionId,
        { type: 'manual', raw: './api.ts', id, url: '/api.ts' },
        { importer: join(page.config.root, 'a.test.ts') },
      )
      expect(await get('mocked', '/api.ts', id)).toContain('load')
      await get('another under its name', '/api.ts', join(page.config.root, '.env'))
      await tester.wire.call('clearMocks', page.sessionId)
      running.project.vite.environments.client.moduleGraph.invalidateAll()
      await get('no longer mocked', '/api.ts', id)
    },
  })
  await running.vitest.start()
  expect(running.vitest.state.getCountOfFailedTests()).toBe(0)
  expect(statuses).toEqual({
    'made up': 404,
    'kept from pages': 404,
    outside: 404,
    mocked: 200,
    'another under its name': 404,
    'no longer mocked': 404,
  })
})
