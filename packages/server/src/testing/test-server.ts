import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GoneSession, mintId, type Session, SessionRegistry } from '@livetab/sessions'
import type { Connect } from 'vite'
import { createChannel } from '../gateway/channel.ts'
import type { Connection } from '../gateway/connection.ts'
import { createGateway, type Gateway, type GatewayOptions } from '../gateway/gateway.ts'
import { installPages } from '../middlewares/install.ts'
import type { Runner, TesterTicket } from '../runner.ts'
import type { HostRules } from '../security/host.ts'
import { type Answer, request, type RequestOptions } from './request.ts'
import { Peer, type Query } from './peer.ts'

export interface TestServerOptions {
  readonly hosts?: HostRules
  readonly sockets?: GatewayOptions
  /** Puts more middlewares behind ours, as Vite does. */
  readonly behind?: readonly Connect.SimpleHandleFunction[]
  readonly rerun?: (gone: GoneSession) => Promise<string>
  /** Comes between the look-up of a session and the page made for it. */
  readonly beforePage?: (session: Session) => void | Promise<void>
  readonly functions?: Record<string, (...args: never[]) => unknown>
}

/** The server's real pages and sockets on a free port, over a real session map, with a runner that runs nothing. */
export class TestServer implements AsyncDisposable {
  readonly token: string = mintId()
  readonly registry: SessionRegistry = new SessionRegistry()
  readonly debugLines: string[] = []
  /** Everything that reached a function, in order, and who said it. */
  readonly heard: unknown[] = []
  readonly connections: Connection[] = []
  readonly rpc: { call: (name: string, ...args: unknown[]) => Promise<unknown> }[] = []
  readonly #http: Server
  readonly #gateway: Gateway
  readonly #folder = mkdtempSync(join(tmpdir(), 'livetab-server-'))
  readonly #options: TestServerOptions

  constructor(options: TestServerOptions) {
    this.#options = options
    writeFileSync(join(this.#folder, 'session-page.js'), 'document.title = "</script>"')
    writeFileSync(join(this.#folder, 'orchestrator.js'), 'export {}')
    const runner = this.#createRunner()
    const chain: Connect.SimpleHandleFunction[] = []
    this.#http = createServer((req, res) => {
      pass(
        [...chain, ...(options.behind ?? []), notFound] as Connect.NextHandleFunction[],
        req,
        res,
      )
    })
    const vite = { middlewares: { use: (fn: never) => chain.push(fn) }, httpServer: this.#http }
    installPages(vite as never, runner, {
      clientDirectory: this.#folder,
      sessionPageScript: join(this.#folder, 'session-page.js'),
    })
    this.#gateway = createGateway(this.#http, runner, options.sockets)
  }

  static async start(options: TestServerOptions = {}): Promise<TestServer> {
    const server = new TestServer(options)
    await new Promise<void>((resolve) => {
      server.#http.listen(0, '127.0.0.1', resolve)
    })
    return server
  }

  get port(): number {
    return (this.#http.address() as AddressInfo).port
  }

  get http(): Server {
    return this.#http
  }

  /** Sockets that the gateway counts. */
  get sockets(): number {
    return this.#gateway.connections()
  }

  open(key = 'chromium'): Session {
    return this.registry.open({ key, label: key, meta: undefined, connectTimeout: 60_000 })
  }

  request(path: string, options: RequestOptions = {}): Promise<Answer> {
    return request(this.port, path, options)
  }

  /** Asks for an orchestrator's socket the way Vitest's client does. */
  connect(query: Query, headers: Record<string, string> = {}): Promise<Peer> {
    return Peer.connect(this.port, { token: this.token, ...query }, headers)
  }

  /** A session whose page was served and has connected. */
  async attach(session: Session = this.open()): Promise<AttachedPage> {
    const page = await this.request(`/__vitest_test__/?sessionId=${session.id}`)
    const ticket = /ticket=([\w-]+)/.exec(page.body)?.[1] ?? ''
    const cookie = page.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    const peer = await this.connect({ type: 'orchestrator', sessionId: session.id, ticket })
    return { session, ticket, cookie, peer }
  }

  /** The id that a tester's page was given. */
  async frame(page: AttachedPage, iframeId = 'a.test.ts'): Promise<string> {
    const { body } = await this.request(`/?sessionId=${page.session.id}&iframeId=${iframeId}`)
    return /tester=([\w-]+)/.exec(body)?.[1] ?? ''
  }

  async tester(page: AttachedPage, iframeId = 'a.test.ts'): Promise<Peer> {
    const rpcId = await this.frame(page, iframeId)
    return this.connect({ type: 'tester', sessionId: page.session.id, rpcId })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.registry.dispose('shutdown')
    this.#gateway.dispose()
    this.#http.closeAllConnections()
    await new Promise((resolve) => {
      this.#http.close(resolve)
    })
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #createRunner(): Runner {
    const options = this.#options
    return {
      lookup: (id) => this.registry.lookup(id),
      hosts: () => options.hosts ?? { allowed: [], https: false },
      token: () => this.token,
      orchestratorPage: async (session, ticket) => {
        await options.beforePage?.(session)
        return `<p>orchestrator ticket=${ticket} token=${this.token}</p>`
      },
      testerPage: async (session, tester) => {
        await options.beforePage?.(session)
        return `<p>tester=${tester.id} token=${this.token}</p>`
      },
      connectOrchestrator: (session, connection) => {
        this.#serve(connection, 'orchestrator')
        session.markReady(connection)
      },
      connectTester: (_session, tester: TesterTicket, connection) => {
        this.#serve(connection, tester.iframeId)
      },
      facts: (gone) => ({
        project: gone.label,
        cause: gone.cause,
        lastRun: undefined,
        rerun: { files: 0, interrupted: undefined },
        automatic: false,
        braked: false,
      }),
      noteReload: () => undefined,
      rerun: options.rerun ?? ((gone) => Promise.resolve(this.open(gone.key).id)),
      debug: (message) => this.debugLines.push(message),
    }
  }

  #serve(connection: Connection, name: string): void {
    this.connections.push(connection)
    const rpc = createChannel<Record<string, () => void>, object>(
      connection,
      {
        echo: (value: unknown) => value,
        note: (value: unknown) => {
          this.heard.push([name, value])
        },
        fail: () => {
          throw new Error('it failed')
        },
        ...this.#options.functions,
      },
      { debug: (message) => this.debugLines.push(message) },
    )
    this.rpc.push({ call: (method, ...args) => rpc.$call(method, ...(args as [])) })
  }
}

export interface AttachedPage {
  readonly session: Session
  readonly ticket: string
  readonly cookie: string
  readonly peer: Peer
}

function pass(
  chain: readonly Connect.NextHandleFunction[],
  req: IncomingMessage,
  res: ServerResponse,
): void {
  const [first, ...rest] = chain
  first?.(req, res, (error?: unknown) => {
    if (error === undefined) pass(rest, req, res)
    else {
      res.statusCode = 500
      res.end('an error went to Vite')
    }
  })
}

function notFound(_req: unknown, res: ServerResponse): void {
  res.statusCode = 404
  res.end('nobody answered')
}
