import type { GoneSession } from '@livetab/sessions'
import { expect, test } from 'vitest'
import type { Reporter } from 'vitest/node'
import { openerOf } from '../providers/patch-provider.ts'
import { RawPage, type RunFile } from '../testing/raw-page.ts'
import { passFile } from '../testing/report-file.ts'
import { type RunningVitest, startRaw } from '../testing/running-vitest.ts'
import { internals } from '../vitest-internals.ts'
import { rerun } from './rerun.ts'

const files = ['a.test.ts', 'b.test.ts', 'c.test.ts']

/** A Vitest that has run its files once in a person's tab, and how often each file was run. */
async function startWatched(hooks: Reporter = {}) {
  const runs = new Map<string, number>()
  const run: RunFile = (page, options) => {
    for (const { filepath } of options.files) {
      const name = filepath.split('/').at(-1) ?? ''
      runs.set(name, (runs.get(name) ?? 0) + 1)
    }
    return passFile(page, options)
  }
  const running = await startRaw({
    run,
    files,
    provider: 'preview',
    config: { watch: true, reporters: [hooks] },
  })
  await running.vitest.start()
  return { running, runs, run }
}

/** The tab is reloaded: its session is over, and its browser may ask for another. */
async function reload({ browser, session, core }: RunningVitest): Promise<GoneSession> {
  browser.page.close()
  await expect.poll(() => core.registry.lookup(session.id).status).toBe('gone')
  const found = core.registry.lookup(session.id)
  if (found.status !== 'gone') throw new Error('the session is live')
  return found.gone
}

/** Presses Rerun, and goes where it leads unless another tab is there already. */
async function press(running: RunningVitest, gone: GoneSession, run: RunFile): Promise<string> {
  const id = await rerun(running.core, gone)
  await RawPage.open(openerOf(running.project).addressOf(id), run).catch(() => undefined)
  return id
}

/** Every file was run again once, in one session. */
async function expectNoMore(running: RunningVitest, runs: Map<string, number>): Promise<void> {
  await expect.poll(() => [...runs.values()]).toEqual([2, 2, 2])
  await running.vitest.waitForTestRunEnd()
  expect(running.core.registry.size).toBe(1)
  // A run that was still to come would come before this one.
  await internals(running.vitest).rerunFiles()
  expect([...runs.values()]).toEqual([3, 3, 3])
}

const orders: Record<
  string,
  (running: RunningVitest, tab: () => Promise<string>) => Promise<unknown>
> = {
  'r first, Rerun in the same turn': (running, tab) =>
    Promise.all([internals(running.vitest).rerunFiles(), tab()]),
  'Rerun first, r in the same turn': (running, tab) =>
    Promise.all([tab(), internals(running.vitest).rerunFiles()]),
}

for (const [order, act] of Object.entries(orders)) {
  test(`one run in one session: ${order}`, async () => {
    const { running, runs, run } = await startWatched()
    await using _ = running
    const gone = await reload(running)
    await act(running, () => press(running, gone, run))
    await expectNoMore(running, runs)
  })
}

test('one run in one session: r in the moment the tab is ready', async () => {
  const { running, runs, run } = await startWatched()
  await using _ = running
  const gone = await reload(running)
  const id = await rerun(running.core, gone)
  const pressed = running.session.ready.then(() => internals(running.vitest).rerunFiles())
  await RawPage.open(openerOf(running.project).addressOf(id), run)
  await pressed
  await expectNoMore(running, runs)
})

test('one run: r between the start of the tab’s run and the moment Vitest knows of it', async () => {
  let inTheGap: (() => void) | undefined
  const { running, runs, run } = await startWatched({
    onWatcherRerun: () => {
      const act = inTheGap
      inTheGap = undefined
      act?.()
    },
  })
  await using _ = running
  const gone = await reload(running)
  const pressed = Promise.withResolvers<unknown>()
  inTheGap = () => {
    expect(internals(running.vitest).runningPromise).toBeUndefined()
    pressed.resolve(internals(running.vitest).rerunFiles())
  }
  await press(running, gone, run)
  await pressed.promise
  expect([...runs.values()]).toEqual([2, 2, 2])
})

test('one run: the tab gets ready between r and the moment Vitest knows of its run', async () => {
  const held = Promise.withResolvers<void>()
  let hold = false
  const { running, runs, run } = await startWatched({
    onTestRunStart: () => (hold ? held.promise : undefined),
  })
  await using _ = running
  const gone = await reload(running)
  hold = true
  const pressed = internals(running.vitest).rerunFiles()
  await press(running, gone, run)
  await running.session.ready
  hold = false
  expect(internals(running.vitest).runningPromise).toBeUndefined()
  held.resolve()
  await pressed
  await expectNoMore(running, runs)
})

test('a run for a reason of its own, such as new snapshots, is not taken for the tab’s', async () => {
  let inTheGap: (() => void) | undefined
  const { running, runs, run } = await startWatched({
    onWatcherRerun: () => {
      const act = inTheGap
      inTheGap = undefined
      act?.()
    },
  })
  await using _ = running
  const gone = await reload(running)
  const pressed = Promise.withResolvers<unknown>()
  inTheGap = () => {
    pressed.resolve(internals(running.vitest).rerunFiles(undefined, 'update snapshot'))
  }
  await press(running, gone, run)
  await pressed.promise
  expect([...runs.values()]).toEqual([3, 3, 3])
})
