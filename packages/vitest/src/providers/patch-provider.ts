import { BrowserConnectionError, type BrowserProvider, type TestProject } from 'vitest/node'
import type { LivetabCore } from '../livetab-core.ts'
import { afterCancel } from '../recovery/cancel-grace.ts'
import { nextSession, waitForPerson } from '../recovery/next-session.ts'
import { PageOpenError, PageOpener } from '../recovery/page-opener.ts'
import { adoptSession, isComing } from '../rerun/adopt-session.ts'
import type { Slot } from '../slot.ts'
import { mayLink } from '../speed/tester-plans.ts'
import { currentProvider, internals } from '../vitest-internals.ts'
import { createGenericHost } from './generic-host.ts'
import { notePageEnd } from './note-page-end.ts'
import { createPlaywrightHost, isPlaywrightProvider } from './playwright-host.ts'

const openers = new WeakMap<BrowserProvider, PageOpener>()

export function openerOf(project: TestProject): PageOpener {
  const provider = currentProvider(project)
  const opener = provider && openers.get(provider)
  if (!opener)
    throw new PageOpenError(`[livetab] The browser of project "${project.name}" is closed.`)
  return opener
}

/**
 * Makes a provider open pages for sessions. Vitest's pool names its own slots;
 * the provider only ever sees the ids of live sessions.
 */
export function patchProvider(core: LivetabCore, provider: BrowserProvider): BrowserProvider {
  const isCancelling = (): boolean => internals(core.vitest).isCancelling
  const host = isPlaywrightProvider(provider)
    ? createPlaywrightHost(
        provider,
        (id, cause) => {
          notePageEnd(core, id, cause)
        },
        isCancelling,
        (id) => {
          const project = core.registry.get(id)?.meta.project
          return (
            project !== undefined && core.optionsOf(project).speed !== false && mayLink(project)
          )
        },
      )
    : createGenericHost(provider)
  const opener = new PageOpener(core, host)
  openers.set(provider, opener)

  const current = (id: string): string => core.slot(id)?.session?.id ?? id
  const getCommandsContext = provider.getCommandsContext.bind(provider)
  const getCdpSession = provider.getCDPSession?.bind(provider)

  provider.openPage = async (slotId, url, options) => {
    const slot = core.slot(slotId)
    if (!slot) throw new PageOpenError(`[livetab] The pool asked for a page that it does not have.`)
    slot.parallel = options.parallel
    opener.setAddress(url)
    const stopWaiting = afterCancel(core.vitest, () => {
      slot.session?.close('cancelled')
    })
    try {
      await openFirst(core, opener, slot)
    } catch (error) {
      // Other pages of the browser work: the files of this one try again, each for itself.
      if (opener.host.driven && opener.hasOpened && !isCancelling()) return
      core.dropSlot(slot, 'open-failed')
      if (isCancelling()) throw new BrowserConnectionError('[livetab] The run was cancelled.')
      throw error
    } finally {
      stopWaiting()
      slot.opened.resolve()
    }
  }
  provider.getCommandsContext = (id) => getCommandsContext(current(id))
  if (getCdpSession) provider.getCDPSession = (id) => getCdpSession(current(id))
  provider.close = (options) => host.close(options)
  return provider
}

async function openFirst(core: LivetabCore, opener: PageOpener, slot: Slot): Promise<void> {
  if (opener.host.driven) {
    releaseEnded(core, opener)
    // A page in which Rerun was just pressed is the one to use, if it comes.
    const adopted = adoptSession(core, slot, (from) => from.isFree)
    if (adopted && !(await isComing(adopted))) {
      adopted.close('never-connected')
      void opener.host.release(adopted.id)
    }
    await nextSession(core, opener, slot)
    return
  }
  // A tab that a person just opened with Rerun is the one to use.
  const adopted = adoptSession(core, slot)
  const session = adopted ?? core.openSession(slot)
  if (!adopted || !(await isComing(adopted)))
    await opener.host.open(session.id, opener.addressOf(session.id), slot.parallel)
  try {
    await session.ready
  } catch (error) {
    const found = core.registry.lookup(session.id)
    if (found.status === 'gone' && found.gone.cause === 'never-connected')
      throw tabNeverCame(slot, error)
    await waitForPerson(core, slot)
  }
}

/** A page that was reloaded and not run again makes room for the next one. */
function releaseEnded(core: LivetabCore, { host }: PageOpener): void {
  for (const id of host.sessions()) {
    if (!core.registry.get(id)) void host.release(id)
  }
}

function tabNeverCame(slot: Slot, cause: unknown): PageOpenError {
  return new PageOpenError(
    `[livetab] No tab of project "${slot.project.name}" connected within ${slot.project.config.browser.connectTimeout ?? 60_000} ms. Open the link that is printed above, or raise \`browser.connectTimeout\`.`,
    { cause },
  )
}
