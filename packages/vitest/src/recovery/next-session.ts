import { BrowserConnectionError } from 'vitest/node'
import type { LivetabCore } from '../livetab-core.ts'
import type { LiveSession, Slot } from '../slot.ts'
import { PageOpenError, type PageOpener } from './page-opener.ts'

/** The session that a slot goes on in: a new page at once, or the one that a person opens with Rerun. */
export function nextSession(
  core: LivetabCore,
  opener: PageOpener,
  slot: Slot,
): Promise<LiveSession> {
  if (slot.session) return whenReady(core, opener, slot, slot.session)
  return opener.host.driven ? opener.open(slot) : waitForPerson(core, slot)
}

/** A tab that is reloaded before it was ready is one like any other that is gone. */
async function whenReady(
  core: LivetabCore,
  opener: PageOpener,
  slot: Slot,
  session: LiveSession,
): Promise<LiveSession> {
  try {
    await session.ready
    return session
  } catch {
    return nextSession(core, opener, slot)
  }
}

/** The run waits for Rerun, but not forever. */
export function waitForPerson(core: LivetabCore, slot: Slot): Promise<LiveSession> {
  const waiting = Promise.withResolvers<LiveSession>()
  slot.waiting = waiting
  const { project } = slot
  const timeout = project.config.browser.connectTimeout ?? 60_000
  const timer = setTimeout(() => {
    waiting.reject(
      new PageOpenError(
        `[livetab] The tab of project "${project.name}" is gone, and nobody pressed Rerun in it within ${timeout} ms (\`browser.connectTimeout\`). Start the tests again and leave the tab open.`,
      ),
    )
  }, timeout)
  timer.unref()
  const stopOnCancel = project.vitest.onCancel(() => {
    waiting.reject(new BrowserConnectionError('[livetab] The run was cancelled.'))
  })
  core.debug(`project ${project.name} waits for Rerun`)
  core.cancelWaitingRun()
  return waiting.promise.finally(() => {
    clearTimeout(timer)
    stopOnCancel()
    if (slot.waiting === waiting) slot.waiting = undefined
  })
}
