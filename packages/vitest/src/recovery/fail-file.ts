import type { TestProject } from 'vitest/node'
import type { Attempt } from './attempt.ts'
import {
  descendants,
  type FileTask,
  findFile,
  fullName,
  type Pack,
  type Task,
  type TaskEvent,
  type TaskResult,
  taskState,
} from './tasks.ts'

interface WireError {
  name: string
  message: string
  stack: string
}

/**
 * Ends a file that cannot be run: it fails, and so does the test it was in; what had not started is skipped.
 * All other files go on.
 */
export async function failFile(
  project: TestProject,
  attempt: Attempt,
  message: string,
): Promise<void> {
  const error = { name: 'Error', message, stack: `Error: ${message}` }
  await attempt.report.endAttempt()
  const known = findFile(project, attempt.file)
  if (!known?.tasks?.length) {
    await failUncollected(project, attempt, error)
    return
  }
  await closeFile(attempt, known, { state: 'fail', errors: [error] })
}

/** Ends a file that a person cancelled: what had not finished is skipped. */
export async function skipRest(project: TestProject, attempt: Attempt): Promise<void> {
  await attempt.report.endAttempt()
  const known = findFile(project, attempt.file)
  if (known?.tasks?.length) {
    await closeFile(attempt, known, {
      state: 'skip',
      note: 'The test run was aborted by the user.',
    })
  }
}

/** The names of tests that were under way, for the error that tells what they were cut off by. */
export function namesOf(project: TestProject, ids: readonly string[]): string[] {
  const { idMap } = taskState(project)
  return ids.flatMap((id) => {
    const task = idMap.get(id)
    return task ? [fullName(task)] : []
  })
}

async function failUncollected(
  project: TestProject,
  attempt: Attempt,
  error: WireError,
): Promise<void> {
  const file = createFile(project, attempt.file)
  const result = { state: 'fail', errors: [error] }
  if (attempt.options.method === 'collect') {
    file.result = result
    return
  }
  await attempt.report.queued(file)
  await attempt.report.collected(file)
  await attempt.report.updated(
    [[file.id, result, file.meta]],
    [[file.id, 'suite-failed-early', undefined]],
  )
}

/** Vitest keeps an empty task for every file it is about to run; it becomes the one that failed. */
function createFile(project: TestProject, path: string): FileTask {
  taskState(project).clearFiles(project, [path])
  const file = findFile(project, path)
  if (!file) throw new Error(`[livetab] Vitest has no record of ${path}.`)
  delete file.local
  file.pool = 'browser'
  return file
}

type Outcome = { state: 'fail'; errors: WireError[] } | { state: 'skip'; note: string }

/** Reports whatever the runner would still have reported, children before the end of their parents. */
async function closeFile(attempt: Attempt, file: FileTask, outcome: Outcome): Promise<void> {
  const packs: Pack[] = []
  const events: TaskEvent[] = []
  const running = new Set(attempt.runningTests)
  const skip = outcome.state === 'skip' ? outcome : { state: 'skip' }

  const closeTest = (test: Task): void => {
    if (!isFinished(test)) {
      packs.push([
        test.id,
        { ...test.result, ...(running.has(test.id) ? outcome : skip) },
        test.meta,
      ])
    }
    // What was told already is left out there.
    events.push([test.id, 'test-prepare', undefined], [test.id, 'test-finished', undefined])
  }
  const isBegun = (suite: Task): boolean =>
    attempt.report.wasTold('suite-prepare', suite.id) ||
    [...descendants(suite)].some((task) => isFinished(task) || running.has(task.id))
  /** A suite that was begun was cut off, too; whether it says why is up to the file. */
  const endOf = (suite: Task): TaskResult => {
    if (outcome.state === 'fail') return suite === file ? outcome : { state: 'fail' }
    const failed = [...descendants(suite)].some((task) => task.result?.state === 'fail')
    return { state: failed ? 'fail' : 'pass' }
  }
  const closeSuite = (suite: Task): void => {
    events.push([suite.id, 'suite-prepare', undefined])
    if (isBegun(suite) || (suite === file && outcome.state === 'fail')) {
      for (const child of suite.tasks ?? []) {
        if (child.type === 'test') closeTest(child)
        else if (!isFinished(child)) closeSuite(child)
      }
      packs.push([suite.id, { ...suite.result, ...endOf(suite) }, suite.meta])
    } else {
      // Reporters get the tests of a suite that is skipped as a whole from the suite itself.
      for (const task of [suite, ...descendants(suite)])
        packs.push([task.id, { ...task.result, ...skip }, task.meta])
    }
    events.push([suite.id, 'suite-finished', undefined])
  }
  closeSuite(file)
  await attempt.report.updated(packs, events)
}

function isFinished(task: Task): boolean {
  const state = task.result?.state
  return (
    state === 'pass' ||
    state === 'fail' ||
    state === 'skip' ||
    task.mode === 'skip' ||
    task.mode === 'todo'
  )
}
