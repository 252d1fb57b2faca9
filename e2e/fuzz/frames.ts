import { once } from 'node:events'
import type { Socket } from 'node:net'
import { stringify } from 'flatted'
import { WebSocket } from 'ws'
import type { Knowledge } from '../support/attack-target.ts'
import type { Random } from './random.ts'

/**
 * Calls that a page may make. Left out are those whose very purpose is to end or fail a run,
 * and those that wait for a person or a browser.
 */
const names = [
  'onQueued',
  'onCollected',
  'onTaskUpdate',
  'onTaskArtifactRecord',
  'onTestBenchmark',
  'readBenchmarkResult',
  'writeBenchmarkResult',
  'onAfterSuiteRun',
  'sendLog',
  'resolveSnapshotPath',
  'resolveSnapshotRawPath',
  'readSnapshotFile',
  'readSnapshotFileData',
  'removeSnapshotFile',
  'saveSnapshotFile',
  'getBrowserFileSourceMap',
  'resolveId',
  'resolveMock',
  'invalidate',
  'registerMock',
  'unregisterMock',
  'clearMocks',
  'triggerCommand',
  'wdioSwitchContext',
  'sendCdpEvent',
  'trackCdpEvent',
  'getCountOfFailedTests',
  '__proto__',
  'constructor',
  '$close',
]

/** One frame: a call with nonsense in it, or no call at all. */
export function generateFrame(random: Random, known: Knowledge): string | Buffer {
  switch (random.below(6)) {
    case 0:
      return random.bytes()
    case 1:
      return random.text(200)
    case 2:
      return mutate(random, call(random, known))
    case 3:
      return JSON.stringify(value(random, known, 3))
    default:
      return call(random, known)
  }
}

function call(random: Random, known: Knowledge): string {
  const args = Array.from({ length: random.below(5) }, () => value(random, known, 3))
  const message: Record<string, unknown> = {
    t: random.chance(0.95) ? 'q' : 's',
    m: random.pick(names),
    a: args,
  }
  if (random.chance(0.8)) message['i'] = random.text(10)
  return stringify(message)
}

function value(random: Random, known: Knowledge, depth: number): unknown {
  switch (random.below(depth > 0 ? 10 : 7)) {
    case 0:
      return null
    case 1:
      return random.below(1_000_000) - 500_000
    case 2:
      return random.chance(0.5)
    case 3:
      return random.pick([
        'run',
        'collect',
        known.sessionId,
        known.testerId,
        '/etc/hostname',
        'readFile',
        'redirect',
        '../../x',
      ])
    case 4:
    case 5:
    case 6:
      return random.text()
    case 7:
      return Array.from({ length: random.below(4) }, () => value(random, known, depth - 1))
    default:
      return Object.fromEntries(
        Array.from({ length: random.below(4) }, () => [
          random.chance(0.5)
            ? random.pick(['type', 'id', 'path', 'redirect', '__proto__', 'name'])
            : random.text(8),
          value(random, known, depth - 1),
        ]),
      )
  }
}

function mutate(random: Random, text: string): string {
  const at = random.below(text.length)
  return text.slice(0, at) + random.text(4) + text.slice(at + random.below(3))
}

/** An admitted tester that sends frames; when one of them ended its connection, the next one comes from a new frame. */
export class FrameSender {
  readonly #known: Knowledge
  #socket: WebSocket | undefined
  #answers = 0
  reconnects = 0

  constructor(known: Knowledge) {
    this.#known = known
  }

  /** Sends a few frames and resolves once the server has answered a call that came after them. */
  async send(frames: readonly (string | Buffer)[]): Promise<void> {
    const socket = await this.#connected()
    for (const frame of frames) {
      if (socket.readyState === WebSocket.OPEN)
        socket.send(frame, { binary: typeof frame !== 'string' })
    }
    await this.#answered(socket)
  }

  /** Bytes that are no frame end the connection; resolves when they have, or were one after all. */
  async breakProtocol(bytes: Buffer): Promise<void> {
    const socket = await this.#connected()
    const { _socket: raw } = socket as unknown as { readonly _socket: Socket }
    // The reserved bits are never set.
    raw.write(Buffer.concat([Buffer.from([0xff, 0x80, 0, 0, 0, 0]), bytes]))
    if (socket.readyState === WebSocket.OPEN) await once(socket, 'close')
  }

  close(): void {
    this.#socket?.terminate()
  }

  async #connected(): Promise<WebSocket> {
    if (this.#socket?.readyState === WebSocket.OPEN) return this.#socket
    const { origin, sessionId, token } = this.#known
    const page = await fetch(`${origin}/?sessionId=${sessionId}&iframeId=fuzz`)
    const rpcId = /testerId: "([^"]+)"/.exec(await page.text())?.[1]
    if (!rpcId) throw new Error(`The tester page was answered with ${page.status}.`)
    const query = new URLSearchParams({ type: 'tester', sessionId, rpcId, token })
    const socket = new WebSocket(
      `${origin.replace('http', 'ws')}/__vitest_browser_api__?${query.toString()}`,
    )
    await new Promise((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    socket.on('error', () => undefined)
    this.#socket = socket
    this.reconnects++
    return socket
  }

  #answered(socket: WebSocket): Promise<void> {
    const id = `answer-${this.#answers++}`
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error('A page that sent nonsense got no answer to the call after it.'))
      }, 20_000)
      const done = (): void => {
        clearTimeout(timer)
        socket.off('message', listen)
        socket.off('close', done)
        resolve()
      }
      const listen = (data: Buffer): void => {
        if (data.includes(id)) done()
      }
      socket.on('message', listen)
      socket.on('close', done)
      if (socket.readyState !== WebSocket.OPEN) done()
      else socket.send(stringify({ t: 'q', m: 'getCountOfFailedTests', a: [], i: id }))
    })
  }
}
