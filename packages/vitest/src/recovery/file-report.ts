import type { TestProject } from 'vitest/node'
import { internals, mirrorsOf, type Wire } from '../vitest-internals.ts'
import { type FileTask, type Pack, type TaskEvent, taskState } from './tasks.ts'

/** Events that reporters count; the others only describe what goes on. */
const counted = new Set([
  'suite-prepare',
  'suite-finished',
  'suite-failed-early',
  'test-prepare',
  'test-finished',
])

/**
 * What reporters are told about one file, over all its attempts. Results go out as they come;
 * a later attempt repeats nothing that was already said, so that each test is counted once.
 */
export class FileReport {
  readonly #project: TestProject
  /** What was said, and the state it was said with. */
  readonly #told = new Map<string, string>()
  /** The same for the attempt under way; a runner may repeat itself within one. */
  readonly #current = new Map<string, string>()
  readonly #underWay = new Set<Promise<unknown>>()

  constructor(project: TestProject) {
    this.#project = project
  }

  async queued(file: FileTask): Promise<void> {
    if (this.#isNew(`queued ${file.id}`)) {
      await this.#track(this.#run.enqueued(this.#project, file as Wire))
    } else {
      taskState(this.#project).collectFiles(this.#project, [file])
    }
  }

  async collected(file: FileTask): Promise<void> {
    if (this.#isNew(`collected ${file.id}`)) {
      await this.#track(this.#run.collected(this.#project, [file] as Wire))
      return
    }
    taskState(this.#project).collectFiles(this.#project, [file])
    // A page of the UI that was opened in between knows nothing of these tests.
    for (const mirror of mirrorsOf(this.#project.vitest))
      mirror.onTestModuleCollected({ task: file })
  }

  updated(packs: readonly Pack[], events: readonly TaskEvent[]): Promise<void> {
    const states = new Map(packs.map(([id, result]) => [id, result?.state]))
    const news = events
      .map((event) => this.#adapt(event))
      .filter(([id, event]) => {
        if (!counted.has(event)) return true
        const state = event.endsWith('-prepare') ? '' : (states.get(id) ?? this.#stateOf(id))
        const key = `${event} ${id}`
        this.#current.set(key, state)
        return this.#told.get(key) !== state
      })
    return this.#track(this.#run.updated(packs as Wire, news as Wire))
  }

  wasTold(event: string, id: string): boolean {
    const key = `${event} ${id}`
    return this.#told.has(key) || this.#current.has(key)
  }

  /** Resolves when everything said so far has reached the reporters, and ends the attempt that said it. */
  async endAttempt(): Promise<void> {
    await Promise.allSettled(this.#underWay)
    for (const [key, state] of this.#current) this.#told.set(key, state)
    this.#current.clear()
  }

  get #run() {
    return internals(this.#project.vitest)._testRun
  }

  /** Notes that it is said now. False when an earlier attempt said it. */
  #isNew(key: string): boolean {
    this.#current.set(key, '')
    return !this.#told.has(key)
  }

  /** A file that fails to load is announced by that event; one that was announced before only ends. */
  #adapt(event: TaskEvent): TaskEvent {
    const [id, name, data] = event
    return name === 'suite-failed-early' && this.#told.has(`suite-prepare ${id}`)
      ? [id, 'suite-finished', data]
      : event
  }

  #stateOf(id: string): string {
    return taskState(this.#project).idMap.get(id)?.result?.state ?? ''
  }

  #track<Value>(work: Promise<Value>): Promise<Value> {
    this.#underWay.add(work)
    const done = (): void => {
      this.#underWay.delete(work)
    }
    work.then(done, done)
    return work
  }
}
