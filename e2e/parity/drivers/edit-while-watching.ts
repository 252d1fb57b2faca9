import type { VitestRun } from '../vitest-run.ts'
import type { Workspace } from '../workspace.ts'

/** Edits a test, a dependency and the configuration, each after the run before has ended. */
export async function editWhileWatching(run: VitestRun, { edit }: Workspace): Promise<void> {
  await waiting(run, 1)
  // One write, or the second edit could start a run of its own.
  await edit(
    'price.test.ts',
    "test('price', () => {\n  expect(price).toBe(10)",
    "test('fails: price', () => {\n  expect(price).toBe(11)",
  )
  await waiting(run, 2)
  await edit('price.ts', '10', '12')
  await waiting(run, 3)
  await edit('vitest.config.ts', "'first'", "'second'")
  await run.waitFor('a restart', ({ dumps }) => dumps.find((dump) => dump.kind === 'restart'))
  await waiting(run, 4)
  run.interrupt()
}

function waiting(run: VitestRun, times: number): Promise<unknown> {
  return run.waitFor(`the end of run ${times}`, ({ dumps }) =>
    dumps.filter((dump) => dump.kind === 'waiting').length >= times ? true : undefined,
  )
}
