import type { TestProject } from 'vitest/node'
import { internals } from '../vitest-internals.ts'
import type { Attempt } from './attempt.ts'
import { descendants, findFile, type Pack, taskState } from './tasks.ts'

/** Takes back what an interrupted attempt reported, so that the next one starts from nothing. */
export async function withdrawFile(project: TestProject, attempt: Attempt): Promise<void> {
  await attempt.report.endAttempt()
  const state = taskState(project)
  const file = findFile(project, attempt.file)
  const packs: Pack[] = []
  for (const task of file ? descendants(file) : []) {
    state.idMap.delete(task.id)
    packs.push([task.id, undefined, {}])
  }
  for (const error of attempt.errors) state.errorsSet.delete(error)
  state.clearFiles(project, [attempt.file])
  // Views that keep the tests on screen (the UI) show them as waiting again.
  if (packs.length > 0) await internals(project.vitest).report('onTaskUpdate', packs, [])
}
