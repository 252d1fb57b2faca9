interface Edit {
  /** Relative to `packages/`. */
  readonly file: string
  readonly line: string
  /** What is left when the line is taken away. */
  readonly without: string
}

/** A line that keeps an invariant, and the test that notices when it is taken away. */
export interface Mutation extends Edit {
  readonly invariant: number
  readonly test: string
  /** Lines that do the same once more, and would hide that the first one is gone. */
  readonly also?: readonly Edit[]
}

const core = 'vitest/src/livetab-core.ts'
const registry = 'sessions/src/session-registry.ts'
const session = 'sessions/src/session.ts'
const gateway = 'server/src/gateway/gateway.ts'
const channel = 'server/src/gateway/channel.ts'
const socket = 'server/src/gateway/socket-connection.ts'

export const mutations: readonly Mutation[] = [
  {
    invariant: 1,
    file: core,
    line: 'core._browserSessions = createSessionsAdapter(this, core._browserSessions)',
    without: 'void createSessionsAdapter',
    test: 'vitest/src/one-authority.test.ts',
  },
  {
    invariant: 1,
    file: 'vitest/src/contribution.ts',
    line: 'replaceState(core, project, browser.state)',
    without: 'void [core, replaceState]',
    test: 'vitest/src/one-authority.test.ts',
  },
  {
    invariant: 1,
    file: core,
    line: 'this.dropSlot(slot, gone.cause)',
    without: 'void gone',
    test: 'vitest/src/one-authority.test.ts',
  },
  {
    invariant: 1,
    file: 'vitest/src/rpc/snapshots.ts',
    line: '      assertLive(context)\n      await writeFile(file, content',
    without: '      await writeFile(file, content',
    test: 'vitest/src/rpc/snapshots.test.ts',
  },
  {
    invariant: 1,
    file: 'server/src/middlewares/orchestrator.ts',
    line: "if (again.status !== 'live') {",
    without: "if (again.status === 'unknown') {",
    test: 'server/src/middlewares/pages.test.ts',
  },
  {
    invariant: 1,
    file: core,
    line: '  readonly #slots = new Map<string, Slot>()',
    without: '  readonly #slots = new Map<string, Slot>()\n  readonly #open = new Set<string>()',
    test: 'livetab/src/no-second-record.test.ts',
  },
  {
    invariant: 2,
    file: registry,
    line: 'if (!this.#live.delete(session.id)) return',
    without: 'queueMicrotask(() => this.#live.delete(session.id))',
    test: 'sessions/src/closing.test.ts',
  },
  {
    invariant: 2,
    file: session,
    line: 'this.#abort.abort(error)',
    without: 'queueMicrotask(() => this.#abort.abort(error))',
    test: 'sessions/src/closing.test.ts',
  },
  {
    invariant: 2,
    file: 'sessions/src/teardown.ts',
    line: '    } catch (error) {\n      onFailure(step.name, error)',
    without: '    } catch (error) {\n      throw error',
    test: 'sessions/src/teardown.test.ts',
  },
  {
    invariant: 2,
    file: core,
    line: 'this.debug(\n          `a listener failed',
    without: 'throw error\n        this.debug(\n          `a listener failed',
    test: 'vitest/src/closing.test.ts',
  },
  {
    invariant: 2,
    file: gateway,
    line: 'connection.close(describeEnd(session))',
    without: 'void describeEnd(session)',
    test: 'server/src/gateway/closing.test.ts',
  },
  {
    invariant: 2,
    file: 'vitest/src/contribution.ts',
    line: 'mocks.clear(session)',
    without: 'void session',
    test: 'vitest/src/closing.test.ts',
  },
  {
    invariant: 2,
    file: 'vitest/src/rpc/cdp.ts',
    line: '        this.#detach()',
    without: '        void this.#detach',
    test: 'vitest/src/rpc/cdp.test.ts',
  },
  {
    invariant: 3,
    file: session,
    line: "if (this.#state !== 'opening') throw new SessionInUseError(this.id, this.label)",
    without: 'void SessionInUseError',
    test: 'sessions/src/session.test.ts',
  },
  {
    invariant: 3,
    file: session,
    line: 'if (this.#connection === connection) this.close(cause, detail)',
    without: 'void connection\n    this.close(cause, detail)',
    test: 'sessions/src/session.test.ts',
  },
  {
    invariant: 3,
    file: 'server/src/gateway/admission.ts',
    line: "if (session.state !== 'opening') return { status: 409, reason: 'the session has an orchestrator' }",
    without: '',
    test: 'server/src/gateway/admission.test.ts',
  },
  {
    invariant: 4,
    file: 'vitest/src/recovery/run-once.ts',
    line: 'if (project.config.isolate) closeTesters(session)',
    without: 'void closeTesters',
    test: 'vitest/src/recovery/fencing.test.ts',
  },
  {
    invariant: 4,
    file: 'vitest/src/rpc/coverage.ts',
    line: 'if (attempt) attempt.onAccepted(accept)\n      else accept()',
    without: 'void attempt\n      accept()',
    test: 'vitest/src/recovery/fencing.test.ts',
  },
  {
    invariant: 4,
    file: 'vitest/src/rpc/snapshots.ts',
    line: 'if (attempt) attempt.onAccepted(() => vitest.snapshot.add(snapshot))\n      else vitest.snapshot.add(snapshot)',
    without: 'void attempt\n      vitest.snapshot.add(snapshot)',
    test: 'vitest/src/recovery/fencing.test.ts',
  },
  {
    invariant: 4,
    file: socket,
    line: '    if (ended.signal.aborted) return\n    if (isBinary)',
    without: '    if (isBinary)',
    also: [
      { file: socket, line: '    reader = undefined\n', without: '' },
      { file: channel, line: 'connection.signal.aborted || !Object', without: '!Object' },
    ],
    test: 'server/src/gateway/closing.test.ts',
  },
  {
    invariant: 5,
    file: channel,
    line: "else connection.signal.addEventListener('abort', closeRpc, { once: true })",
    without: '',
    test: 'vitest/src/closing.test.ts',
  },
  {
    invariant: 5,
    file: registry,
    line: 'this.#armConnectDeadline(session, options.connectTimeout)',
    without: 'void this.#armConnectDeadline',
    test: 'sessions/src/session-registry.test.ts',
  },
  {
    invariant: 5,
    file: 'sessions/src/deadline.ts',
    line: 'deadline.reject(late())',
    without: 'void late',
    test: 'sessions/src/deadline.test.ts',
  },
  {
    invariant: 6,
    file: 'sessions/src/ids.ts',
    line: "randomBytes(idBytes).toString('base64url')",
    without: "randomBytes(4).toString('base64url') + String(idBytes)",
    test: 'sessions/src/ids.test.ts',
  },
  {
    invariant: 6,
    file: 'server/src/tickets.ts',
    line: '  testers.delete(id)',
    without: '',
    test: 'server/src/gateway/admission.test.ts',
  },
  {
    invariant: 6,
    file: 'vitest/src/rpc/tester.ts',
    line: 'rpc.cdpEvent(event, payload).catch(() => undefined)',
    without:
      'for (const other of session.meta.testers) other.rpc.cdpEvent(event, payload).catch(() => undefined)',
    test: 'vitest/src/rpc/cdp.test.ts',
  },
  {
    invariant: 7,
    file: 'sessions/src/reservations.ts',
    line: 'this.#opening.set(key, opening.promise)',
    without: 'queueMicrotask(() => this.#opening.set(key, opening.promise))',
    test: 'sessions/src/reservations.test.ts',
  },
  {
    invariant: 7,
    file: 'sessions/src/reservations.ts',
    line: 'opening.promise.then(free, free)',
    without: 'opening.promise.then(free, () => undefined)',
    test: 'sessions/src/reservations.test.ts',
  },
  {
    invariant: 7,
    file: 'server/src/middlewares/rerun.ts',
    line: "res.setHeader('Retry-After', String(retryAfterSeconds))",
    without: '',
    test: 'server/src/middlewares/rerun.test.ts',
  },
  {
    invariant: 8,
    file: 'vitest/src/rpc/rpc-context.ts',
    line: "throw new Error('[livetab] This page does not belong to the session it named.')",
    without: '',
    test: 'vitest/src/rpc/own-session.test.ts',
  },
  {
    invariant: 9,
    file: 'server/src/security/door.ts',
    line: '  if (!isAllowedHost(hostOf(req), hosts)) return wrongHost\n  if (entry',
    without: '  if (entry',
    test: 'server/src/security/door.test.ts',
  },
  {
    invariant: 9,
    file: 'server/src/gateway/refuse.ts',
    line: 'socket.end(',
    without: 'void (',
    test: 'server/src/gateway/admission.test.ts',
  },
  {
    invariant: 9,
    file: 'server/src/tickets.ts',
    line: '  dropOldest(testers, mostTesters)',
    without: '',
    test: 'server/src/gateway/floods.test.ts',
  },
  {
    invariant: 10,
    file: 'vitest/src/recovery/run-file.ts',
    line: 'await withdrawFile(project, attempt)\n    } finally',
    without: '    } finally',
    test: 'vitest/src/recovery/fencing.test.ts',
  },
  {
    invariant: 10,
    file: 'vitest/src/recovery/run-file.ts',
    line: 'await failFile(project, attempt, cutOff(project, attempt, ends))',
    without: 'void ends',
    test: 'vitest/src/recovery/fencing.test.ts',
  },
  {
    invariant: 11,
    file: 'vitest/src/rpc/tester.ts',
    line: 'offCancel()\n      session.meta.testers.delete(tester)',
    without: 'session.meta.testers.delete(tester)',
    test: 'vitest/src/end-of-run.test.ts',
  },
  {
    invariant: 11,
    file: 'server/src/gateway/heartbeat.ts',
    line: "  ws.once('close', () => {\n    clearInterval(timer)\n  })",
    without: '',
    test: 'vitest/src/churn.test.ts',
  },
  {
    invariant: 11,
    file: core,
    line: 'this.#slots.delete(slot.id)',
    without: '',
    test: 'vitest/src/end-of-run.test.ts',
  },
]
