import type { TestProject } from 'vitest/node'
import { internals, type Wire } from '../vitest-internals.ts'
import type { Attempt } from './attempt.ts'

interface Task {
  id: string
  type: string
  name: string
  mode: string
  tasks?: Task[]
  result?: { state?: string; errors?: unknown[]; startTime?: number }
  meta: object
}

interface FileTask extends Task {
  local?: boolean
  projectName?: string
  filepath: string
}

interface FileState {
  filesMap: Map<string, FileTask[]>
  clearFiles: (project: TestProject, paths: string[]) => void
}

type Pack = [id: string, result: unknown, meta: object]
type TaskEvent = [id: string, event: string, data: undefined]

/**
 * Ends a file that cannot be run: it fails, and so does the test it was in; what had not started is skipped.
 * All other files go on.
 */
export async function failFile(project: TestProject, attempt: Attempt, message: string): Promise<void> {
  const run = internals(project.vitest)._testRun
  const known = findFile(project, attempt.file)
  const error = { name: 'Error', message, stack: `Error: ${message}` }
  if (!known) {
    const file = createFile(project, attempt.file)
    await run.enqueued(project, file as Wire)
    await run.collected(project, [file] as Wire)
    const pack: Pack = [file.id, { state: 'fail', errors: [error] }, file.meta]
    const event: TaskEvent = [file.id, 'suite-failed-early', undefined]
    await run.updated([pack] as Wire, [event] as Wire)
    return
  }
  const packs: Pack[] = []
  const events: TaskEvent[] = []
  const running = new Set(attempt.runningTests)
  visit(known, (task) => {
    if (task.type !== 'test') {
      events.push([task.id, 'suite-finished', undefined])
      if (task === known) packs.push([task.id, { ...task.result, state: 'fail', errors: [error] }, task.meta])
      return
    }
    if (isFinished(task)) return
    const result = running.has(task.id)
      ? { ...task.result, state: 'fail', errors: [error] }
      : { ...task.result, state: 'skip' }
    packs.push([task.id, result, task.meta])
    if (running.has(task.id)) events.push([task.id, 'test-finished', undefined])
  })
  await run.updated(packs as Wire, events as Wire)
}

function isFinished(task: Task): boolean {
  const state = task.result?.state
  return state === 'pass' || state === 'fail' || state === 'skip' || task.mode === 'skip' || task.mode === 'todo'
}

/** Children before their parents, as the runner reports them. */
function visit(task: Task, see: (task: Task) => void): void {
  for (const child of task.tasks ?? []) visit(child, see)
  see(task)
}

function findFile(project: TestProject, path: string): FileTask | undefined {
  const state = project.vitest.state as unknown as FileState
  return state.filesMap
    .get(path)
    ?.find((file) => file.projectName === project.name && !file.local && (file.tasks?.length ?? 0) > 0)
}

/** Vitest keeps an empty task for every file it is about to run; it becomes the one that failed. */
function createFile(project: TestProject, path: string): FileTask {
  const state = project.vitest.state as unknown as FileState
  state.clearFiles(project, [path])
  const file = state.filesMap.get(path)?.find((it) => it.projectName === project.name)
  if (!file) throw new Error(`[livetab] Vitest has no record of ${path}.`)
  delete file.local
  return file
}

/** The names of tests that were under way, for the error that tells what they were cut off by. */
export function namesOf(project: TestProject, ids: readonly string[]): string[] {
  const { idMap } = project.vitest.state as unknown as { idMap: Map<string, Task & { suite?: Task }> }
  return ids.flatMap((id) => {
    const task = idMap.get(id)
    if (!task) return []
    const names = [task.name]
    for (let suite = task.suite; suite && !('filepath' in suite); suite = Reflect.get(suite, 'suite') as Task | undefined) {
      names.unshift(suite.name)
    }
    return [names.join(' > ')]
  })
}
