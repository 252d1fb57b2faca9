import process from 'node:process'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { passFile, RawFile } from '../testing/report-file.ts'
import { startRaw } from '../testing/running-vitest.ts'

const debug = process.env['DEBUG']
beforeEach(() => {
  process.env['DEBUG'] = 'livetab'
})
afterEach(() => {
  process.env['DEBUG'] = debug ?? ''
})

test('invariant 8: a page reports on files and tests of its own project only', async () => {
  const answers: Record<string, string> = {}
  await using running = await startRaw({
    files: ['a.test.ts'],
    config: {
      browser: {
        instances: [
          { browser: 'chromium', name: 'mine' },
          { browser: 'chromium', name: 'theirs' },
        ],
      },
      maxWorkers: 1,
      fileParallelism: false,
    },
    run: async (page, options) => {
      const tester = await passFile(page, options)
      if (page.config.name !== 'theirs') return
      const { state } = running.vitest
      const foreign = [...state.idMap.values()].find(
        (task) => task.type === 'test' && task.file.projectName === 'mine',
      )
      if (!foreign) throw new Error('the other project has not run')
      const ask = async (name: string, ...args: unknown[]): Promise<void> => {
        answers[name] = await tester.wire.call(name, ...args).then(
          () => 'let in',
          (error: unknown) => String(error),
        )
      }
      const file = new RawFile(running.path('a.test.ts'), page.config.root, 'mine')
      await file.collect(tester.wire).then(
        () => (answers['onQueued'] = 'let in'),
        (error: unknown) => (answers['onQueued'] = String(error)),
      )
      await ask('onCollected', 'run', [{ ...foreign.file, tasks: [] }])
      await ask('onTaskUpdate', 'run', [[foreign.id, { state: 'fail' }, {}]], [])
      await ask('onTaskArtifactRecord', foreign.id, { type: 'x', attachments: [] })
      await ask('onTestBenchmark', foreign.id, {})
      await ask('sendLog', 'run', {
        type: 'stdout',
        content: 'x',
        time: 0,
        size: 1,
        taskId: foreign.id,
      })
    },
  })
  await running.vitest.start()

  expect(Object.keys(answers)).toHaveLength(6)
  for (const answer of Object.values(answers))
    expect(answer).toMatch(/named a (?:file|test) of another project/)
  expect(running.vitest.state.getCountOfFailedTests()).toBe(0)
  expect(running.output).toContain('of another project; refused')
})

describe('a coverage report', () => {
  const reports: Record<string, (folder: string) => object> = {
    'of another project': (folder) => ({
      projectName: 'other',
      environment: 'browser',
      testFiles: [],
      coverage: `${folder}/1.json`,
    }),
    'that names a file elsewhere': () => ({
      projectName: 'chromium',
      environment: 'browser',
      testFiles: [],
      coverage: '/etc/hostname',
    }),
    'that leads out of its folder': (folder) => ({
      projectName: 'chromium',
      environment: 'browser',
      testFiles: [],
      coverage: `${folder}/../../../etc/hostname`,
    }),
    'with a key that every object has': (folder) => ({
      projectName: 'chromium',
      environment: '__proto__',
      testFiles: ['polluted'],
      coverage: `${folder}/1.json`,
    }),
    'with no list of files': (folder) => ({
      projectName: 'chromium',
      environment: 'browser',
      testFiles: 'x',
      coverage: `${folder}/1.json`,
    }),
    'that is none': () => [],
  }

  test('is taken only from its own project, for a file of this run, and under a name of its own', async () => {
    const answers: string[] = []
    const folder = '/coverage/.tmp'
    const accepted: unknown[] = []
    await using running = await startRaw({
      run: async (page, options) => {
        Object.defineProperty(running.vitest, 'coverageProvider', {
          configurable: true,
          value: {
            coverageFilesDirectory: folder,
            generateCoverage: () => Promise.resolve(undefined),
            reportCoverage: () => Promise.resolve(),
            onAfterSuiteRun: (meta: unknown) => accepted.push(meta),
          },
        })
        const tester = await passFile(page, options)
        for (const report of Object.values(reports)) {
          answers.push(
            await tester.wire.call('onAfterSuiteRun', report(folder)).then(
              () => 'let in',
              () => 'refused',
            ),
          )
        }
        await tester.wire.call('onAfterSuiteRun', {
          projectName: 'chromium',
          environment: 'browser',
          testFiles: ['a.test.ts'],
          coverage: `${folder}/coverage-1.json`,
        })
      },
    })
    await running.vitest.start()
    Reflect.deleteProperty(running.vitest, 'coverageProvider')

    expect(answers).toEqual(Object.keys(reports).map(() => 'refused'))
    expect(accepted).toHaveLength(1)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
})
