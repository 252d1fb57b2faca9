import type { TesterOptions } from '@livetab/client'
import { TestRunner } from 'vitest'
import type { RawPage, RawTester } from './raw-page.ts'
import type { Wire } from './wire.ts'

/** A file with one test, reported as Vitest's own tester reports it. */
export class RawFile {
  readonly path: string
  readonly #file: ReturnType<typeof TestRunner.createFileTask>
  readonly #test: { readonly id: string; readonly [property: string]: unknown }

  constructor(path: string, root: string, projectName: string) {
    this.path = path
    const file = TestRunner.createFileTask(path, root, projectName, 'browser')
    file.mode = 'run'
    this.#file = file
    this.#test = {
      id: `${file.id}_0`,
      type: 'test',
      name: 'works',
      fullName: 'works',
      fullTestName: 'works',
      mode: 'run',
      meta: {},
      annotations: [],
      artifacts: [],
      benchmarks: [],
      timeout: 1000,
      suite: file,
      file,
    }
    file.tasks = [this.#test as never]
  }

  async collect(wire: Wire): Promise<void> {
    await wire.call('onQueued', 'run', this.#file)
    await wire.call('onCollected', 'run', [this.#file])
  }

  async start(wire: Wire): Promise<void> {
    const { id } = this.#test
    await wire.call(
      'onTaskUpdate',
      'run',
      [
        [this.#file.id, { state: 'run', startTime: Date.now() }, {}],
        [id, { state: 'run', startTime: Date.now() }, {}],
      ],
      [
        [this.#file.id, 'suite-prepare', undefined],
        [id, 'test-prepare', undefined],
      ],
    )
  }

  finished(state: 'pass' | 'fail' = 'pass'): unknown[] {
    const { id } = this.#test
    return [
      'run',
      [
        [id, { state, duration: 1 }, {}],
        [this.#file.id, { state, duration: 1 }, {}],
      ],
      [
        [id, 'test-finished', undefined],
        [this.#file.id, 'suite-finished', undefined],
      ],
    ]
  }
}

/** The file that a page was asked to run. */
export function rawFile(page: RawPage, options: TesterOptions): RawFile {
  const { root, name } = page.config
  return new RawFile(options.files[0]?.filepath ?? '', root, name)
}

/** Runs a file as a healthy page does: a tester of its own, one test, passed. */
export async function passFile(page: RawPage, options: TesterOptions): Promise<RawTester> {
  const file = rawFile(page, options)
  const tester = await page.openTester(file.path)
  await file.collect(tester.wire)
  await file.start(tester.wire)
  await tester.wire.call('onTaskUpdate', ...file.finished())
  return tester
}
