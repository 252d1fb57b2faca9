import { connect, createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A connection that can be cut, between somebody and a port of this machine. */
export class TcpProxy implements AsyncDisposable {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor(port: number) {
    this.#server = createServer((near) => {
      const far = connect(port, '127.0.0.1')
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(socket)
        socket.pipe(other)
        socket.on('error', () => other.destroy())
        socket.once('close', () => {
          this.#sockets.delete(socket)
          other.destroy()
        })
      }
    })
  }

  static async to(port: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(port)
    await new Promise<void>((resolve) => {
      proxy.#server.listen(0, '127.0.0.1', resolve)
    })
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut()
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }
}
