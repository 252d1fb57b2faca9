import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { startVitest } from './support/vitest-process.ts'

const fixture = 'fixtures/speed'
const names = ['one', 'two', 'three']

function requestLog(): Disposable & { file: string; urls: () => string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'livetab-speed-'))
  const file = join(folder, 'requests.txt')
  writeFileSync(file, '')
  return {
    file,
    urls: () => readFileSync(file, 'utf8').split('\n').filter(Boolean),
    [Symbol.dispose]() {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

for (const speed of ['on', 'off']) {
  test(`modules mean the same with speed ${speed}`, async () => {
    test.setTimeout(180_000)
    await using vitest = startVitest({ fixture, args: ['run'], env: { LIVETAB_SPEED: speed } })
    await vitest.runsFinished(1, 150_000)
    const ends = vitest.history().filter(({ event }) => event === 'test-end')
    expect(ends.filter(({ state }) => state !== 'passed')).toEqual([])
    expect(ends).toHaveLength(names.length * 7 + 1)
    const missing = vitest
      .history()
      .find(({ event, file }) => event === 'module-end' && file === 'missing.test.ts')
    expect(missing?.state).toBe('failed')
    expect(vitest.output).toContain("does not provide an export named 'nothing'")
  })
}

test('no module is requested twice in one run', async () => {
  test.setTimeout(180_000)
  using log = requestLog()
  await using vitest = startVitest({
    fixture,
    args: ['run', ...names, 'mocked'],
    env: { LIVETAB_REQUESTS: log.file },
  })
  await vitest.runsFinished(1, 150_000)
  // Testers' pages are pages, and a file that a test fetches is no module.
  const modules = log.urls().filter((url) => !url.startsWith('/?') && !url.endsWith('/note.txt'))
  // Three files share what they import: it comes linked.
  expect(modules.filter((url) => url.startsWith('/src/counter'))).toEqual([])
  expect(modules.some((url) => url.startsWith('/__livetab__/chunk/'))).toBe(true)
  const repeated = modules.filter((url, index) => modules.indexOf(url) !== index)
  expect(repeated).toEqual([])
})

test('an edit in watch mode reaches every file, and asks only for what changed', async () => {
  test.setTimeout(180_000)
  using log = requestLog()
  const source = join(import.meta.dirname, '..', fixture, 'src/price.ts')
  const before = readFileSync(source, 'utf8')
  await using vitest = startVitest({
    fixture,
    args: ['--watch', ...names],
    env: { LIVETAB_REQUESTS: log.file },
  })
  try {
    await vitest.runsFinished(1, 150_000)
    const known = log.urls().length
    writeFileSync(source, before.replace('price = 1', 'price = 2'))
    for (const name of names) await vitest.printed(new RegExp(`TOLD ${name} 2`))
    const after = log.urls().slice(known)
    expect(after.filter((url) => /counter|cycle|order|first|second|styles/.test(url))).toEqual([])
  } finally {
    writeFileSync(source, before)
  }
})

for (const looks of ['listen', 'route', 'sockets', 'wait']) {
  test(`a page keeps its network to itself until a command looks: ${looks}`, async () => {
    await using vitest = startVitest({
      fixture: 'fixtures/compat/network',
      args: ['run', looks],
      env: { DEBUG: 'pw:protocol' },
    })
    await vitest.runsFinished(1)
    expect(vitest.resultsOfLastRun()).toEqual({ passed: 1, failed: 0, skipped: 0 })
    const calls = vitest.output.matchAll(/SEND .*"method":"Network\.(enable|disable)"/g)
    expect([...calls].map(([, call]) => call)).toEqual(['enable', 'disable', 'enable'])
  })
}
