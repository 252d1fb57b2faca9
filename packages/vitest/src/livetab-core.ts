import { type CloseCause, type GoneSession, Reservations, SessionRegistry } from '@livetab/sessions'
import type { TestProject, Vitest } from 'vitest/node'
import type { LivetabOptions } from './options.ts'
import { announceEnd } from './rerun/announce.ts'
import { explainReload } from './rerun/note-reload.ts'
import { ReloadBrake } from './rerun/reload-brake.ts'
import { RunLedger } from './rerun/run-ledger.ts'
import { createSessionsAdapter } from './sessions-adapter.ts'
import { type LiveSession, type SessionMeta, Slot } from './slot.ts'
import {
  assertSupportedVitest,
  type CorePool,
  internals,
  projectInternals,
} from './vitest-internals.ts'

/** What all projects of one Vitest share: the live session map, and the pool's slots over it. */
export class LivetabCore {
  readonly vitest: Vitest
  readonly registry: SessionRegistry<SessionMeta>
  readonly reservations: Reservations<LiveSession> = new Reservations()
  readonly runs: RunLedger
  readonly brake: ReloadBrake = new ReloadBrake()
  #restarting = false
  readonly #slots = new Map<string, Slot>()
  readonly #closeListeners = new Set<(session: LiveSession, gone: GoneSession) => void>()

  constructor(vitest: Vitest) {
    assertSupportedVitest(vitest)
    this.vitest = vitest
    this.runs = new RunLedger(vitest)
    this.registry = new SessionRegistry<SessionMeta>({
      onClosed: (session, gone) => {
        this.#onClosed(session, gone)
      },
      onTeardownFailure: (session, step, error) => {
        this.debug(`closing ${step} of session ${session.id.slice(0, 8)} failed: ${String(error)}`)
      },
    })
    const core = internals(vitest)
    core._browserSessions = createSessionsAdapter(this, core._browserSessions)
    vitest.onServerRestart(() => {
      this.#restarting = true
      this.cancelWaitingRun()
    })
    vitest.onClose(() => this.#onVitestClose())
  }

  /** Why sessions end when Vitest itself ends them: its servers are about to come back, or it stops. */
  get endCause(): CloseCause {
    return this.#restarting ? 'restarted' : 'shutdown'
  }

  /** A run that waits for a person would hold a restart up for as long as nobody comes. */
  cancelWaitingRun(): void {
    if (!this.#restarting || ![...this.#slots.values()].some((slot) => slot.waiting)) return
    this.vitest.cancelCurrentRun('keyboard-input').catch((error: unknown) => {
      this.debug(`the run could not be cancelled: ${String(error)}`)
    })
  }

  debug(message: string): void {
    if (process.env['DEBUG']?.includes('livetab')) {
      this.vitest.logger.console.debug(`[livetab] ${message}`)
    }
  }

  optionsOf(project: TestProject): LivetabOptions {
    return wrappedOptions(project) ?? {}
  }

  isWrapped(project: TestProject): boolean {
    return wrappedOptions(project) !== undefined
  }

  createSlot(
    id: string,
    project: TestProject,
    pool: CorePool,
    otelCarrier?: Record<string, unknown>,
  ): Slot {
    const slot = new Slot(id, project, pool, otelCarrier)
    this.#slots.set(id, slot)
    return slot
  }

  slot(id: string): Slot | undefined {
    return this.#slots.get(id)
  }

  slotsOf(project: TestProject): Slot[] {
    return [...this.#slots.values()].filter((slot) => slot.project === project)
  }

  /** Mints a session for a slot. The provider is asked for its page after this. */
  openSession(slot: Slot, replaces?: string): LiveSession {
    const { project } = slot
    const session = this.registry.open({
      key: project.name,
      label: project.name,
      meta: {
        project,
        slot,
        rpc: undefined,
        testers: new Set(),
        reloadSeenAt: undefined,
        replaces,
      },
      connectTimeout: project.config.browser.connectTimeout ?? 60_000,
    })
    slot.session = session
    return session
  }

  dropSlot(slot: Slot, cause: CloseCause): void {
    this.#slots.delete(slot.id)
    projectInternals(slot.project)._browserReadySessions.delete(slot.id)
    slot.session?.close(cause)
    slot.session = undefined
  }

  /** Returns how to stop listening. */
  onSessionClosed(listener: (session: LiveSession, gone: GoneSession) => void): () => void {
    this.#closeListeners.add(listener)
    return () => {
      this.#closeListeners.delete(listener)
    }
  }

  async dispose(cause: CloseCause): Promise<void> {
    for (const slot of this.#slots.values()) this.dropSlot(slot, cause)
    await this.registry.dispose(cause)
  }

  /** Vitest closes before it restarts, too; the sessions' tabs are then told what became of them. */
  async #onVitestClose(): Promise<void> {
    if (!this.#restarting) return this.dispose('shutdown')
    for (const slot of this.#slots.values()) this.dropSlot(slot, 'restarted')
    this.registry.closeAll('restarted')
    await this.registry.settled()
    this.#restarting = false
  }

  #onClosed(session: LiveSession, gone: GoneSession): void {
    const { slot } = session.meta
    if (slot.session === session) slot.session = undefined
    explainReload(this.registry, session, gone)
    announceEnd(this, session).catch((error: unknown) => {
      this.debug(`could not say why a session ended: ${String(error)}`)
    })
    for (const listener of this.#closeListeners) {
      try {
        listener(session, gone)
      } catch (error) {
        this.debug(
          `a listener failed when session ${session.id.slice(0, 8)} ended: ${String(error)}`,
        )
      }
    }
    // An idle page that is gone is no page the pool may count on.
    if (!slot.attempt && projectInternals(slot.project)._browserReadySessions.has(slot.id)) {
      this.dropSlot(slot, gone.cause)
    }
  }
}

/** How a wrapped provider is recognised after Vite merged and copied the config. */
export interface WrappedProvider {
  livetab?: { options: LivetabOptions }
}

function wrappedOptions(project: TestProject): LivetabOptions | undefined {
  return (project.config.browser?.provider as WrappedProvider | undefined)?.livetab?.options
}

const cores = new WeakMap<Vitest, LivetabCore>()

/** One core per Vitest; it outlives restarts of its servers. */
export function coreOf(vitest: Vitest): LivetabCore {
  let core = cores.get(vitest)
  if (!core) {
    core = new LivetabCore(vitest)
    cores.set(vitest, core)
  }
  return core
}
