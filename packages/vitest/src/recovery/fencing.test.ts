import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { RawTester } from '../testing/raw-page.ts'
import { passFile, type RawFile, rawFile } from '../testing/report-file.ts'
import { type RunningVitest, startRaw } from '../testing/running-vitest.ts'

const snapshot = (added: number): object => ({
  filepath: '',
  added,
  fileDeleted: false,
  matched: 0,
  unchecked: 0,
  uncheckedKeys: [],
  unmatched: 0,
  updated: 0,
})

function outcome(running: RunningVitest): Record<string, string> {
  const modules = running.vitest.state.getTestModules()
  return Object.fromEntries(modules.map((it) => [it.relativeModuleId, it.state()]))
}

describe('invariant 4: no late effects', () => {
  test('a tester of an earlier file is not heard while the next file runs', async () => {
    let earlier: { file: RawFile; tester: RawTester } | undefined
    const late: Promise<unknown>[] = []
    await using running = await startRaw({
      files: ['a.test.ts', 'b.test.ts'],
      config: { fileParallelism: false },
      run: async (page, options) => {
        if (earlier) {
          const { file, tester } = earlier
          late.push(
            tester.wire.call('onTaskUpdate', ...file.finished('fail')),
            tester.wire.call('onUnhandledError', { message: 'too late' }, 'Error'),
          )
          await Promise.allSettled(late)
        }
        earlier = { file: rawFile(page, options), tester: await passFile(page, options) }
      },
    })
    await running.vitest.start()

    expect((await Promise.allSettled(late)).map((it) => it.status)).toEqual([
      'rejected',
      'rejected',
    ])
    expect(outcome(running)).toEqual({ 'a.test.ts': 'passed', 'b.test.ts': 'passed' })
    expect(running.vitest.state.getUnhandledErrors()).toEqual([])
  })

  test('a page that lost its file is not heard while the next one runs it', async () => {
    let lost: { file: RawFile; tester: RawTester } | undefined
    const late: Promise<unknown>[] = []
    await using running = await startRaw({
      run: async (page, options) => {
        if (!lost) {
          const file = rawFile(page, options)
          const tester = await page.openTester(file.path)
          lost = { file, tester }
          await file.collect(tester.wire)
          await file.start(tester.wire)
          page.close()
          return new Promise(() => undefined)
        }
        const { file, tester } = lost
        late.push(
          tester.wire.call('onTaskUpdate', ...file.finished('fail')),
          tester.wire.call('snapshotSaved', snapshot(1)),
        )
        await Promise.allSettled(late)
        return passFile(page, options)
      },
    })
    await running.vitest.start()

    expect((await Promise.allSettled(late)).map((it) => it.status)).toEqual([
      'rejected',
      'rejected',
    ])
    expect(outcome(running)).toEqual({ 'a.test.ts': 'passed' })
    expect(running.vitest.snapshot.summary.added).toBe(0)
  })

  test('snapshots and coverage of an attempt that was cut off are not counted', async () => {
    let attempts = 0
    await using running = await startRaw({
      config: {
        coverage: {
          enabled: true,
          provider: 'custom',
          customProviderModule: './coverage.mjs',
        } as never,
      },
      prepare: (root) => {
        writeFileSync(`${root}/coverage.mjs`, coverageProvider(`${root}/coverage.txt`))
      },
      run: async (page, options) => {
        attempts++
        const tester = await passFile(page, options)
        await tester.wire.call('snapshotSaved', snapshot(1))
        await tester.wire.call('onAfterSuiteRun', {
          environment: 'browser',
          projectName: 'chromium',
          testFiles: ['a.test.ts'],
          coverage: { attempt: attempts },
        })
        if (attempts > 1) return undefined
        page.close()
        return new Promise(() => undefined)
      },
    })
    await running.vitest.start()

    expect(attempts).toBe(2)
    expect(running.vitest.snapshot.summary.added).toBe(1)
    expect(readFileSync(running.path('coverage.txt'), 'utf8')).toBe('{"attempt":2}\n')
  })
})

describe('invariant 10: one accepted result per file, and no file lost', () => {
  const files = ['a.test.ts', 'b.test.ts', 'c.test.ts']

  test('a file that lost its page is run again, and counts once', async () => {
    const runs: string[] = []
    await using running = await startRaw({
      files,
      config: { fileParallelism: false },
      run: async (page, options) => {
        const file = rawFile(page, options)
        runs.push(file.path.slice(running.root.length + 1))
        const tester = await passFile(page, options)
        if (runs.length !== 2) return tester
        // All of it was reported, and then the page went before it could say that it was through.
        page.close()
        return new Promise(() => undefined)
      },
    })
    await running.vitest.start()

    const cut = runs[1] ?? ''
    expect(runs.toSorted()).toEqual([...files, cut].toSorted())
    expect(outcome(running)).toEqual(Object.fromEntries(files.map((file) => [file, 'passed'])))
    const tests = running.vitest.state
      .getTestModules()
      .flatMap((it) => Array.from(it.children.allTests()))
    expect(tests.map((test) => test.module.relativeModuleId).toSorted()).toEqual(files)
  })

  test('what an attempt that was cut off had found does not stay', async () => {
    let attempts = 0
    await using running = await startRaw({
      run: async (page, options) => {
        attempts++
        const file = rawFile(page, options)
        const tester = await page.openTester(file.path)
        await file.collect(tester.wire)
        await file.start(tester.wire)
        if (attempts === 1) {
          await tester.wire.call(
            'onUnhandledError',
            { name: 'Error', message: 'of a lost page' },
            'Error',
          )
          page.close()
          return new Promise(() => undefined)
        }
        await tester.wire.call('onTaskUpdate', ...file.finished())
        return tester
      },
    })
    const { unhandledErrors } = await running.vitest.start()

    expect(attempts).toBe(2)
    expect(outcome(running)).toEqual({ 'a.test.ts': 'passed' })
    expect(unhandledErrors).toEqual([])
  })

  test('a file that cannot be run fails alone', async () => {
    await using running = await startRaw({
      files,
      options: { recover: 0 },
      config: { fileParallelism: false },
      run: async (page, options) => {
        if (!options.files[0]?.filepath.endsWith('b.test.ts')) return passFile(page, options)
        page.close()
        return new Promise(() => undefined)
      },
    })
    await running.vitest.start()

    expect(outcome(running)).toEqual({
      'a.test.ts': 'passed',
      'b.test.ts': 'failed',
      'c.test.ts': 'passed',
    })
    expect(running.vitest.state.getUnhandledErrors()).toEqual([])
  })
})

/** A coverage provider of a user's own that writes down what it is given. */
function coverageProvider(file: string): string {
  return `
import { appendFileSync } from 'node:fs'
const provider = {
  name: 'written-down',
  initialize() {},
  resolveOptions: () => ({ enabled: true, reportsDirectory: 'coverage', reporter: [], clean: false }),
  clean() {},
  onAfterSuiteRun: (meta) => appendFileSync(${JSON.stringify(file)}, JSON.stringify(meta.coverage) + '\\n'),
  generateCoverage: () => ({}),
  reportCoverage() {},
}
export default { getProvider: () => provider, startCoverage() {}, takeCoverage() {}, stopCoverage() {} }
`
}
