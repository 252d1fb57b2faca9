import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A web site that a developer happens to visit. */
export class EvilSite implements AsyncDisposable {
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(): Promise<EvilSite> {
    const server = createServer((_req, res) => {
      res.setHeader('Content-Type', 'text/html; charset=utf-8')
      res.end('<!doctype html><title>A nice page</title><p>Cat pictures.</p>')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new EvilSite(server)
  }

  address(host: string): string {
    return `http://${host}:${(this.#server.address() as AddressInfo).port}/`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
