import type { ViteDevServer } from 'vite'
import { coveragePath } from './coverage.ts'

const replaced = /^vitest(?:Orchestrator|Tester)Middleware$/

/**
 * The server as Vitest's own middlewares see it while they are installed. Those that ours replace are left out:
 * nothing can reach them by an address that looks different to them than it does to us.
 */
export function withoutStockPages(server: ViteDevServer): ViteDevServer {
  const install = server.middlewares.use.bind(server.middlewares) as (
    ...args: readonly unknown[]
  ) => unknown
  const use = (...args: readonly unknown[]): unknown => {
    const handler = args.at(-1)
    const isReplaced =
      args[0] === coveragePath || (typeof handler === 'function' && replaced.test(handler.name))
    if (!isReplaced) install(...args)
    return middlewares
  }
  const middlewares: unknown = new Proxy(server.middlewares, {
    get: (app, name) => (name === 'use' ? use : (Reflect.get(app, name) as unknown)),
  })
  return new Proxy(server, {
    get: (target, name) =>
      name === 'middlewares' ? middlewares : (Reflect.get(target, name) as unknown),
  })
}
