import { join } from 'node:path'
import { clientDirectory } from '@livetab/client'
import { createGateway, installPages, type Runner } from '@livetab/server'
import type { ViteDevServer } from 'vite'
import type { BrowserServerContribution } from 'vitest/node'
import { coreOf, type LivetabCore, type WrappedProvider } from './livetab-core.ts'
import { installRunFiles } from './middlewares/install.ts'
import { withoutStockPages } from './middlewares/without-stock-pages.ts'
import { MockRegistries } from './mocks/mock-registries.ts'
import { createRunner, hostRules } from './runner.ts'
import type { SessionMeta } from './slot.ts'
import { installSpeed } from './speed/speed.ts'
import { allowClientFiles, createTesterClientPlugin } from './speed/tester-client.ts'
import { replaceState } from './state-view.ts'
import { forgetStrayModules } from './stray-modules.ts'
import { assertStockContribution, type StockParent } from './vitest-internals.ts'

/**
 * Takes the stock browser server of the wrapped provider and replaces who gets in:
 * its pages, its sockets, its RPC and its session records. Transforms and built-in commands stay.
 */
export async function createContribution(
  createStock: () => unknown,
  providerName: string,
): Promise<BrowserServerContribution> {
  const stock: unknown = await createStock()
  assertStockContribution(stock, providerName)
  const mocks = new MockRegistries()
  const stockCreateParent = stock.createParent
  const stockConfigureServer = stock.configureServer
  let core: LivetabCore | undefined
  let runner: Runner<SessionMeta> | undefined

  stock.plugins = [
    createTesterClientPlugin(() => stock.parent),
    ...mocks.replacePlugins(stock.plugins),
  ]

  const stockConfig = stock.config
  stock.config = async (config, harness) => allowClientFiles(await stockConfig(config, harness))

  stock.createParent = (context) => {
    core = coreOf(context.vitest)
    const parent = stockCreateParent(context)
    adoptChildren(core, parent)
    return parent
  }

  stock.configureServer = async (server) => {
    const { parent } = stock
    if (!core || !parent)
      throw new Error('[livetab] The browser server was set up before Vitest was.')
    addHeaders(server)
    parent.vite = server
    forgetStrayModules(server.environments.client.moduleGraph)
    const speed = installSpeed(parent, server, {
      hosts: () => hostRules(parent),
      debug: core.debug.bind(core),
    })
    runner = createRunner({ core, parent, mocks, speed })
    installPages(server, runner, {
      clientDirectory,
      sessionPageScript: join(clientDirectory, 'session-page.js'),
    })
    installRunFiles(server, core, parent, runner)
    await stockConfigureServer(withoutStockPages(server))
    parent.vite = server
  }

  stock.setupRpc = (parent) => {
    const { httpServer } = parent.vite
    if (!core || !runner || !httpServer) return
    const shared = core
    const provider = parent.config.browser.provider as WrappedProvider | undefined
    const gateway = createGateway(httpServer as never, runner, provider?.livetab?.options.sockets)
    const forget = shared.onSessionClosed((session) => {
      mocks.clear(session)
    })
    httpServer.once('close', () => {
      gateway.dispose()
      forget()
    })
  }

  return stock as unknown as BrowserServerContribution
}

/** Vitest's core and the stock parts find our views where they look for their records. */
function adoptChildren(core: LivetabCore, parent: StockParent): void {
  const spawn = parent.spawn.bind(parent)
  parent.spawn = (project) => {
    const browser = spawn(project)
    replaceState(core, project, browser.state)
    return browser
  }
}

/** The user's `server.headers` are on every answer, ours included. */
function addHeaders(server: ViteDevServer): void {
  server.middlewares.use(function livetabHeaders(_req, res, next) {
    for (const [name, value] of Object.entries(server.config.server.headers ?? {})) {
      if (value !== undefined) res.setHeader(name, value)
    }
    next()
  })
}
