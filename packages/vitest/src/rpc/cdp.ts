import { mintId } from '@livetab/sessions'
import type { CDPSession } from 'vitest/node'
import { canExec, canWrite } from '../file-access.ts'
import { requireProvider } from './commands.ts'
import { assertLive, assertOwnSession, type RpcContext } from './rpc-context.ts'
import type { CdpHandlers } from './tester-contract.ts'

/** What a provider's CDP session can do beyond what Vitest declares. */
interface RawCdp {
  send: (method: string, params?: unknown) => Promise<unknown>
  on: (event: string, listener: (payload: unknown) => void) => unknown
  off: (event: string, listener: (payload: unknown) => void) => unknown
  detach?: () => Promise<void>
}

/** One CDP session of one tester. Replies and events go to the tester that asked and to nobody else. */
export class TesterCdp {
  readonly id: string = mintId()
  readonly #context: RpcContext
  readonly #emit: (event: string, payload: unknown) => void
  readonly #listeners = new Map<
    string,
    { readonly ids: Set<string>; readonly relay: (payload: unknown) => void }
  >()
  #attaching: Promise<RawCdp> | undefined

  constructor(context: RpcContext, emit: (event: string, payload: unknown) => void) {
    this.#context = context
    this.#emit = emit
    context.connection.signal.addEventListener(
      'abort',
      () => {
        this.#detach()
      },
      { once: true },
    )
  }

  /** Attaches on first use. A session that arrives after its tester is gone is detached at once. */
  ensure(): Promise<RawCdp> {
    this.#attaching ??= this.#attach().catch((error: unknown) => {
      this.#attaching = undefined
      throw error
    })
    return this.#attaching
  }

  async track(type: 'on' | 'once' | 'off', event: string, listenerId: string): Promise<void> {
    const cdp = await this.ensure()
    assertLive(this.#context)
    const known = this.#listeners.get(event)
    if (type === 'off') {
      known?.ids.delete(listenerId)
      if (known?.ids.size === 0) {
        cdp.off(event, known.relay)
        this.#listeners.delete(event)
      }
      return
    }
    if (known) {
      known.ids.add(listenerId)
      return
    }
    const relay = (payload: unknown): void => {
      this.#emit(event, payload)
    }
    this.#listeners.set(event, { ids: new Set([listenerId]), relay })
    cdp.on(event, relay)
  }

  async #attach(): Promise<RawCdp> {
    const provider = requireProvider(this.#context, 'use CDP')
    if (!provider.getCDPSession) {
      throw new Error(`CDP is not supported by the provider "${provider.name}".`)
    }
    const cdp = (await provider.getCDPSession(this.#context.session.id)) as CDPSession & RawCdp
    if (this.#context.connection.signal.aborted) {
      await cdp.detach?.().catch(() => undefined)
      assertLive(this.#context)
    }
    return cdp
  }

  #detach(): void {
    const attaching = this.#attaching
    this.#attaching = undefined
    void attaching?.then(
      async (cdp) => {
        for (const [event, { relay }] of this.#listeners) cdp.off(event, relay)
        this.#listeners.clear()
        await cdp.detach?.().catch(() => undefined)
      },
      () => undefined,
    )
  }
}

/** `cdp()` of a test file. It can do what a debugger can, so it needs both permissions. */
export function createCdpHandlers(context: RpcContext, cdp: TesterCdp): CdpHandlers {
  const assertAllowed = (): void => {
    if (canExec(context.project) && canWrite(context.project)) return
    throw new Error(
      `CDP is switched off for project "${context.project.name}", because \`api.allowWrite\` or \`api.allowExec\` is off.`,
    )
  }
  return {
    async sendCdpEvent(claimedSession: string, method: string, params?: unknown): Promise<unknown> {
      assertOwnSession(context, claimedSession)
      assertAllowed()
      assertName(method)
      if (
        params !== undefined &&
        params !== null &&
        (typeof params !== 'object' || Array.isArray(params))
      ) {
        throw new TypeError('[livetab] The parameters of a CDP method are an object.')
      }
      const session = await cdp.ensure()
      assertLive(context)
      return session.send(method, params)
    },
    async trackCdpEvent(
      claimedSession: string,
      type: 'on' | 'once' | 'off',
      event: string,
      listenerId: string,
    ): Promise<void> {
      assertOwnSession(context, claimedSession)
      assertAllowed()
      assertName(event)
      if (!['on', 'once', 'off'].includes(type))
        throw new TypeError('[livetab] CDP events are listened to with on, once or off.')
      await cdp.track(type, event, listenerId)
    },
  }
}

/** A provider that is handed anything else may fail where nobody waits for it. */
function assertName(name: unknown): void {
  if (typeof name === 'string' && /^\w+\.\w+$/.test(name)) return
  throw new TypeError('[livetab] A CDP method or event is named like "Page.enable".')
}
