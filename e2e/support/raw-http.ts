import { connect } from 'node:net'

export interface RawAnswer {
  readonly status: number
  readonly head: string
  readonly body: string
}

/** A request line and headers as an attacker writes them; everything until the server closes the socket. */
export function rawRequest(
  origin: string,
  target: string,
  options: {
    readonly method?: string
    readonly headers?: Record<string, string>
    readonly body?: string
  } = {},
): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(origin)
  const headers = {
    Host: host,
    Connection: 'close',
    ...(options.body === undefined
      ? {}
      : { 'Content-Length': String(Buffer.byteLength(options.body)) }),
    ...options.headers,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const bytes = [
    `${options.method ?? 'GET'} ${target} HTTP/1.1`,
    ...lines,
    '',
    options.body ?? '',
  ].join('\r\n')
  return rawBytes(hostname, Number(port), bytes)
}

/** A handshake, with everything that a web socket needs. */
export function rawHandshake(
  origin: string,
  target: string,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  return rawRequest(origin, target, {
    headers: {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    },
  })
}

/** Resolves when the server closes the socket, or with status 101 as soon as it agreed to an upgrade. */
function rawBytes(host: string, port: number, bytes: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let text = ''
    const finish = (): void => {
      clearTimeout(timer)
      socket.destroy()
      const end = text.indexOf('\r\n\r\n')
      resolve({
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0),
        head: text.slice(0, Math.max(0, end)),
        body: text.slice(end + 4),
      })
    }
    const timer = setTimeout(() => {
      socket.destroy()
      reject(
        new Error(
          `No answer to ${JSON.stringify(bytes.slice(0, 200))}; so far: ${JSON.stringify(text)}`,
        ),
      )
    }, 20_000)
    const socket = connect(port, host, () => socket.write(bytes, 'latin1'))
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8')
      if (text.startsWith('HTTP/1.1 101')) finish()
    })
    socket.on('close', finish)
    socket.on('error', finish)
  })
}
