import { SessionClosedError, shortId } from '@livetab/sessions'
import type { LivetabCore } from '../livetab-core.ts'
import type { PageHost } from '../providers/page-host.ts'
import type { LiveSession, Slot } from '../slot.ts'
import { internals } from '../vitest-internals.ts'
import { describeCause } from './causes.ts'
import { noteDependencies } from './late-dependencies.ts'
import { Quarantine } from './quarantine.ts'

/** After this many files in a row without a page the others are not made to wait for one. */
const mostFailures = 3

/** Thrown when no page could be opened for a slot. The run of its project cannot go on. */
export class PageOpenError extends Error {
  override readonly name = 'PageOpenError'
}

/** Opens pages for slots through the provider, and tries again when one does not come up. */
export class PageOpener {
  readonly host: PageHost
  readonly quarantine: Quarantine = new Quarantine()
  /** Set once a page was open: the browser works in principle. */
  hasOpened = false
  readonly #core: LivetabCore
  /** The orchestrator's address without its session, as Vitest made it. */
  #address: URL | undefined
  /** Files in a row that got no page. */
  #failures = 0
  #lastReason = ''

  constructor(core: LivetabCore, host: PageHost) {
    this.#core = core
    this.host = host
  }

  setAddress(url: string): void {
    this.#address = new URL(url)
  }

  addressOf(sessionId: string): string {
    if (!this.#address) throw new PageOpenError('[livetab] No page was opened yet.')
    const url = new URL(this.#address)
    url.searchParams.set('sessionId', sessionId)
    return url.href
  }

  /** Resolves with a session whose orchestrator is ready. */
  async open(slot: Slot): Promise<LiveSession> {
    if (this.#failures >= mostFailures) throw this.#giveUp(slot, this.#lastReason)
    const attempts = 1 + Math.max(1, this.#core.optionsOf(slot.project).recover ?? 1)
    for (let attempt = 1; ; attempt++) {
      const session = this.#core.openSession(slot)
      noteDependencies(session)
      try {
        await this.#openOnce(session, slot)
        this.#failures = 0
        this.hasOpened = true
        return session
      } catch (error) {
        const reason = this.#explain(session, error)
        session.close('open-failed', reason)
        await this.host.discard(session.id)
        const cancelled =
          internals(slot.project.vitest).isCancelling || this.#core.slot(slot.id) !== slot
        if (attempt >= attempts || cancelled) {
          if (!cancelled) this.#failures++
          this.#lastReason = `${reason} (tried ${attempt} of ${attempts})`
          throw this.#giveUp(slot, this.#lastReason, error)
        }
        slot.project.vitest.logger.warn(
          `[livetab] Session "${shortId(session.id)}" of project "${slot.project.name}" did not open: ${reason}. Trying again (${attempt + 1} of ${attempts}).`,
        )
      }
    }
  }

  #giveUp(slot: Slot, reason: string, cause?: unknown): PageOpenError {
    return new PageOpenError(
      `[livetab] Project "${slot.project.name}" got no page: ${reason}. Check that the browser starts on this machine, and raise \`browser.connectTimeout\` if it is slow.`,
      { cause },
    )
  }

  /** A page that is ready is open, even if something in it is still loading. */
  #openOnce(session: LiveSession, slot: Slot): Promise<void> {
    return new Promise((resolve, reject) => {
      session.ready.then(resolve, reject)
      this.host.open(session.id, this.addressOf(session.id), slot.parallel).catch(reject)
    })
  }

  #explain(session: LiveSession, error: unknown): string {
    if (error instanceof SessionClosedError) {
      const found = this.#core.registry.lookup(session.id)
      return describeCause(found.status === 'gone' ? found.gone.cause : error.closeCause)
    }
    const message = error instanceof Error ? error.message : String(error)
    return `the provider could not open the page: ${message.split('\n', 1)[0]}`
  }
}
