import type { TestProject } from 'vitest/node'

export interface TaskResult {
  state?: string
  errors?: unknown[]
  startTime?: number
  note?: string
}

/** The part of Vitest's task tree that recovery reads and writes. */
export interface Task {
  id: string
  type: string
  name: string
  mode: string
  timeout?: number
  suite?: Task
  tasks?: Task[]
  result?: TaskResult
  meta: object
}

export interface FileTask extends Task {
  local?: boolean
  pool?: string
  projectName?: string
  filepath: string
}

export type Pack = readonly [id: string, result: TaskResult | undefined, meta: object]
export type TaskEvent = readonly [id: string, event: string, data: unknown]

interface TaskState {
  filesMap: Map<string, FileTask[]>
  idMap: Map<string, Task>
  errorsSet: Set<unknown>
  collectFiles: (project: TestProject, files: FileTask[]) => void
  clearFiles: (project: TestProject, paths: string[]) => void
}

/** Vitest's own record of all tasks. */
export function taskState(project: TestProject): TaskState {
  return project.vitest.state as unknown as TaskState
}

export function findFile(project: TestProject, path: string): FileTask | undefined {
  return taskState(project)
    .filesMap.get(path)
    ?.find((file) => file.projectName === project.name && !('typecheck' in file.meta))
}

/** Parents before their children. */
export function* descendants(task: Task): Generator<Task> {
  for (const child of task.tasks ?? []) {
    yield child
    yield* descendants(child)
  }
}

/** "suite > test", as reporters write it. */
export function fullName(task: Task): string {
  const names = [task.name]
  for (let { suite } = task; suite && !('filepath' in suite); { suite } = suite)
    names.unshift(suite.name)
  return names.join(' > ')
}
