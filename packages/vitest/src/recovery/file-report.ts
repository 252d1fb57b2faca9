import type { TestProject } from 'vitest/node'
import { internals, type Wire } from '../vitest-internals.ts'
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

  queued(file: FileTask): Promise<void> {
    return this.#once(`queued ${file.id}`, file, () =>
      this.#run.enqueued(this.#project, file as Wire),
    )
  }

  collected(file: FileTask): Promise<void> {
    return this.#once(`collected ${file.id}`, file, () =>
      this.#run.collected(this.#project, [file] as Wire),
    )
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

  async #once(key: string, file: FileTask, tell: () => Promise<void>): Promise<void> {
    const before = this.#told.has(key)
    this.#current.set(key, '')
    if (before) taskState(this.#project).collectFiles(this.#project, [file])
    else await this.#track(tell())
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
