import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { RawPage, RawTester } from '../testing/raw-page.ts'
import { passFile } from '../testing/report-file.ts'
import { startRaw } from '../testing/running-vitest.ts'

const secret = 'nobody outside of this folder may read this'

/** A folder beside the project, with something in it that is nobody's business. */
function outsideFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'livetab-outside-')))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  writeFileSync(join(folder, 'secret.txt'), secret)
  writeFileSync(join(folder, 'secret.json'), JSON.stringify({ secret }))
  return folder
}

/** What leads out of the project, or to what Vite's rules keep from pages. */
function hostilePaths(root: string, outside: string): Record<string, unknown> {
  const out = relative(root, outside)
  return {
    'an absolute path': join(outside, 'secret.txt'),
    'a way up': `${out}/secret.txt`,
    'a way up from a folder': `sub/../${out}/secret.txt`,
    'a way up with backslashes': `${out.replaceAll('/', '\\')}\\secret.txt`,
    'a linked folder': 'linked-folder/secret.txt',
    'a linked file': 'linked-file.txt',
    'a link to a link': 'linked-twice/secret.txt',
    'a link to what is not there yet': 'linked-nowhere.txt',
    'a folder in a linked folder that is not there yet': 'linked-folder/new/deep.txt',
    'a network path': '\\\\server\\share\\secret.txt',
    'a network path with slashes': '//server/share/secret.txt',
    'a device path': `\\\\?\\${join(outside, 'secret.txt')}`,
    'a stream of a file': 'a.test.ts::$DATA',
    'a file that is kept from pages': '.env',
    'the same in capitals': '.ENV',
    'the same with a dot behind it': '.env/.',
    'the same as a folder': '.env/',
    'a NUL byte': `a.test.ts\0${outside}`,
    'a file URL': `file://${outside}/secret.txt`,
    'a number': 1,
    'a list': ['a.test.ts'],
    'an object': { toString: 'x' },
    nothing: null,
  }
}

type Call = (tester: RawTester, page: RawPage, path: unknown) => Promise<unknown>

const command =
  (name: string, ...rest: unknown[]): Call =>
  (tester, page, path) =>
    tester.wire.call('triggerCommand', page.sessionId, name, join(page.config.root, 'a.test.ts'), [
      path,
      ...rest,
    ])

const testId = (page: RawPage): unknown => Reflect.get(page, 'testId')

/** Every call in which a page names a file. */
const calls: Record<string, Call> = {
  readSnapshotFile: (tester, _page, path) => tester.wire.call('readSnapshotFile', path),
  readSnapshotFileData: (tester, _page, path) => tester.wire.call('readSnapshotFileData', path),
  saveSnapshotFile: (tester, _page, path) => tester.wire.call('saveSnapshotFile', path, 'written'),
  removeSnapshotFile: (tester, _page, path) => tester.wire.call('removeSnapshotFile', path),
  readBenchmarkResult: (tester, _page, path) => tester.wire.call('readBenchmarkResult', path),
  writeBenchmarkResult: (tester, _page, path) =>
    tester.wire.call('writeBenchmarkResult', path, { written: true }),
  'an attachment': (tester, page, path) =>
    tester.wire.call('onTaskArtifactRecord', testId(page), {
      type: 'x',
      attachments: [{ path: path ?? 1 }],
    }),
  'an annotation': (tester, page, path) =>
    tester.wire.call('onTaskArtifactRecord', testId(page), {
      type: 'internal:annotation',
      annotation: { message: 'x', type: 'notice', attachment: { path: path ?? 1 } },
    }),
  readFile: command('readFile'),
  writeFile: command('writeFile', 'written'),
  removeFile: command('removeFile'),
  fileInfo: command('__vitest_fileInfo', 'utf-8'),
  'a test path': (tester, page, path) =>
    tester.wire.call('triggerCommand', page.sessionId, 'whoami', path ?? 1, []),
  'a redirected mock': (tester, page, path) =>
    tester.wire.call(
      'registerMock',
      page.sessionId,
      {
        type: 'redirect',
        raw: './x.ts',
        id: '/x.ts',
        url: '/x.ts',
        redirect: typeof path === 'string' ? `x:${path}` : path,
      },
      { importer: '/x.ts' },
    ),
  'the content of a mocked file': (tester, page, path) =>
    tester.wire.call(
      'registerMock',
      page.sessionId,
      {
        type: 'automock',
        raw: './x.ts',
        id: typeof path === 'string' ? `/@fs/${path}?raw` : path,
        url: '/x.ts',
      },
      { importer: '/x.ts' },
    ),
}

/** A snapshot of all files below a folder. */
function contentOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((it) =>
    it.isFile(),
  )
  return Object.fromEntries(
    files.map((file) => [
      join(file.parentPath, file.name),
      readFileSync(join(file.parentPath, file.name), 'utf8'),
    ]),
  )
}

describe.each([true, false])('a page that names files, with import maps %s', (importMapMocks) => {
  test('gets to none that the rules of the project keep from it, by no name', async () => {
    const outside = outsideFolder()
    const before = contentOf(outside)
    const answers: Record<string, string> = {}
    await using running = await startRaw({
      prepare(root) {
        writeFileSync(join(root, '.env'), secret)
        mkdirSync(join(root, 'sub'))
        symlinkSync(outside, join(root, 'linked-folder'))
        symlinkSync(join(outside, 'secret.txt'), join(root, 'linked-file.txt'))
        symlinkSync(join(root, 'linked-folder'), join(root, 'linked-twice'))
        symlinkSync(join(outside, 'not-there-yet.txt'), join(root, 'linked-nowhere.txt'))
      },
      config: { browser: { importMapMocks, commands: { whoami: () => 'was run' } } },
      run: async (page, options) => {
        const tester = await passFile(page, options)
        Object.assign(page, {
          testId: [...running.vitest.state.idMap.keys()].find((id) => id.endsWith('_0')),
        })
        for (const [what, path] of Object.entries(hostilePaths(page.config.root, outside))) {
          for (const [name, call] of Object.entries(calls)) {
            answers[`${name}: ${what}`] = await call(tester, page, path).then(
              (value) => `let in: ${JSON.stringify(value)}`,
              (error: unknown) => `refused: ${String(error)}`,
            )
          }
        }
      },
    })
    await running.vitest.start()

    const letIn = Object.entries(answers).filter(([, answer]) => !answer.startsWith('refused'))
    expect(letIn.map(String)).toEqual([])
    expect(Object.keys(answers).length).toBeGreaterThan(300)
    expect(Object.values(answers).join('\n')).not.toContain(secret)
    expect(contentOf(outside)).toEqual(before)
    expect(readFileSync(running.path('.env'), 'utf8')).toBe(secret)
    expect(running.vitest.state.getUnhandledErrors()).toEqual([])
    expect(running.vitest.state.getCountOfFailedTests()).toBe(0)
  })
})

test('a page may use what is inside the rules, also through links that stay inside', async () => {
  const answers: unknown[] = []
  await using running = await startRaw({
    prepare(root) {
      mkdirSync(join(root, 'data'))
      writeFileSync(join(root, 'data', 'a.txt'), 'readable')
      symlinkSync(join(root, 'data'), join(root, 'inside'))
    },
    run: async (page, options) => {
      const tester = await passFile(page, options)
      answers.push(await tester.wire.call('readSnapshotFile', 'inside/a.txt'))
      answers.push(await calls['readFile']?.(tester, page, 'inside/a.txt'))
      await tester.wire.call('saveSnapshotFile', join(page.config.root, 'new', 'b.snap'), 'written')
    },
  })
  await running.vitest.start()
  expect(answers).toEqual(['readable', 'readable'])
  expect(readFileSync(running.path('new/b.snap'), 'utf8')).toBe('written')
})

test('with writing and running code switched off nothing is written, attached, debugged or run', async () => {
  const answers: Record<string, string> = {}
  const ran: string[] = []
  await using running = await startRaw({
    prepare(root) {
      writeFileSync(join(root, 'a.snap'), 'exports[`x`] = `1`')
    },
    config: {
      api: { allowWrite: false, allowExec: false },
      browser: { commands: { custom: () => ran.push('custom') } },
    },
    run: async (page, options) => {
      const tester = await passFile(page, options)
      Object.assign(page, {
        testId: [...running.vitest.state.idMap.keys()].find((id) => id.endsWith('_0')),
      })
      const ask = async (name: string, answer: Promise<unknown> | undefined): Promise<void> => {
        answers[name] = await Promise.resolve(answer).then(
          (value) => `let in: ${JSON.stringify(value)}`,
          (error: unknown) => String(error),
        )
      }
      await ask('saved', calls['saveSnapshotFile']?.(tester, page, 'new.snap'))
      await ask('removed', calls['removeSnapshotFile']?.(tester, page, 'a.snap'))
      await ask('evaluated', calls['readSnapshotFileData']?.(tester, page, 'a.snap'))
      await ask('benchmark', calls['writeBenchmarkResult']?.(tester, page, 'bench.json'))
      await ask('written', calls['writeFile']?.(tester, page, 'written.txt'))
      await ask('deleted', calls['removeFile']?.(tester, page, 'a.snap'))
      await ask('attached', calls['an attachment']?.(tester, page, 'a.snap'))
      await ask('custom', command('custom')(tester, page, 'x'))
      await ask('traced', command('__vitest_startChunkTrace')(tester, page, { name: 'x' }))
      await ask('cdp', tester.wire.call('sendCdpEvent', page.sessionId, 'Runtime.evaluate', {}))
      await ask('events', tester.wire.call('trackCdpEvent', page.sessionId, 'on', 'Page.x', '1'))
    },
  })
  await running.vitest.start()
  // As Vitest's own, these say so in the terminal and leave the test alone.
  expect(answers['saved']).toContain('let in')
  expect(answers['removed']).toContain('let in')
  expect(answers['benchmark']).toContain('let in')
  expect(answers['attached']).toBe('let in: {"type":"x","attachments":[]}')
  for (const name of ['evaluated', 'custom']) expect(answers[name]).toContain('allowExec')
  expect(answers['traced']).toContain('allowWrite')
  for (const name of ['written', 'deleted']) expect(answers[name]).toContain('Cannot modify file')
  for (const name of ['cdp', 'events']) expect(answers[name]).toContain('CDP is switched off')
  expect(ran).toEqual([])
  expect(running.browser.cdp).toEqual([])
  for (const file of ['new.snap', 'written.txt', 'bench.json', '.vitest-attachments']) {
    expect(existsSync(running.path(file))).toBe(false)
  }
  expect(readFileSync(running.path('a.snap'), 'utf8')).toContain('exports')
})
