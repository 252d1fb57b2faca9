import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { forgetStrayModules } from './stray-modules.ts'

/** Vite keeps a module for every query that somebody made up, with its code and its source map. */
let root: string
let server: ViteDevServer

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'livetab-strays-'))
  writeFileSync(join(root, 'a.ts'), 'import "./b.ts?kept"\nimport "./b.ts"\nexport const a = 1\n')
  writeFileSync(join(root, 'b.ts'), 'export const b: number = 2\n')
  server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
  })
  forgetStrayModules(server.environments.client.moduleGraph)
})

afterEach(async () => {
  await server.close()
  rmSync(root, { recursive: true, force: true })
})

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

test('invariant 9: modules under queries that somebody made up are forgotten, those that are imported are not', async () => {
  const { client } = server.environments
  const graph = client.moduleGraph
  await client.transformRequest('/a.ts')
  for (let index = 0; index < 500; index++) {
    await client.transformRequest(`/a.ts?x=${index}`)
    await client.transformRequest(`/./b.ts${'?'.repeat(index % 2)}`)
  }
  await turn()
  expect(graph.idToModuleMap.size).toBeLessThan(80)
  expect(graph.urlToModuleMap.size).toBeLessThan(80)
  expect(graph.etagToModuleMap.size).toBeLessThan(80)
  expect(graph.getModulesByFile(join(root, 'a.ts'))?.size).toBeLessThan(80)
  const plain = await graph.getModuleByUrl('/a.ts')
  const kept = await graph.getModuleByUrl('/b.ts?kept')
  expect(kept?.importers.has(plain as never)).toBe(true)
  expect(kept?.importers.size).toBeLessThan(80)
  // Whoever asks again gets it again.
  expect((await client.transformRequest('/a.ts?x=0'))?.code).toContain('const a = 1')
})

test('a module that imports many others with queries keeps them all', async () => {
  const { client } = server.environments
  const names = Array.from({ length: 300 }, (_, index) => `/b.ts?part=${index}`)
  writeFileSync(join(root, 'many.ts'), names.map((name) => `import '.${name}'`).join('\n'))
  await client.transformRequest('/many.ts')
  for (const name of names) await client.transformRequest(name)
  await turn()
  const many = await client.moduleGraph.getModuleByUrl('/many.ts')
  expect(many?.importedModules.size).toBe(300)
  for (const module of many?.importedModules ?? []) {
    expect(client.moduleGraph.getModuleById(module.id ?? '')).toBe(module)
  }
})
