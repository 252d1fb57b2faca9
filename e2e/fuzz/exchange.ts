import { connect } from 'node:net'

/** What a socket was answered: a status, or `closed` when it was only closed. */
export type Reply = string

const promisesMore = /^(?:content-length: 5000|transfer-encoding: )/im

/** Writes bytes to a socket of its own and resolves with the answer once the server is done with it. */
export function exchange(origin: string, bytes: string, deadline: number): Promise<Reply> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    let text = ''
    const timer = setTimeout(() => {
      socket.destroy()
      reject(
        new Error(
          `Nobody answered within ${deadline} ms: ${JSON.stringify(bytes)}; so far: ${JSON.stringify(text)}`,
        ),
      )
    }, deadline)
    const finish = (): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 'closed')
    }
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true }, () => {
      // Nothing more comes, whatever the headers promised. Node gives no answer to who is gone by half.
      if (promisesMore.test(bytes)) socket.end(bytes)
      else socket.write(bytes)
    })
    socket.on('data', (chunk) => {
      if (text.length < 100) text += chunk.toString('latin1')
      if (text.startsWith('HTTP/1.1 101')) finish()
    })
    socket.on('end', finish)
    socket.on('close', finish)
    socket.on('error', finish)
  })
}
