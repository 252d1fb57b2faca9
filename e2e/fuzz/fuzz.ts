import type { AttackTarget } from '../support/attack-target.ts'
import { exchange, type Reply } from './exchange.ts'
import { FrameSender, generateFrame } from './frames.ts'
import { generateHandshake } from './handshakes.ts'
import { memoryOf, type Memory } from './memory.ts'
import { Random } from './random.ts'
import { generateRequest } from './requests.ts'

export interface FuzzOptions {
  readonly cases: number
  readonly seed: number
  /** No new case is begun after this many milliseconds. */
  readonly longest: number
  /** Handshakes that nobody takes are slow, since they wait for somebody who does. @default true */
  readonly handshakes?: boolean
}

export interface FuzzReport {
  readonly seed: number
  readonly requests: number
  readonly handshakes: number
  readonly frames: number
  readonly seconds: number
  readonly replies: Record<'requests' | 'handshakes', Record<Reply, number>>
  readonly reconnects: number
  readonly before: Memory
  readonly after: Memory
  /** What a case leaves on the heap once Vite, Node and V8 have warmed up. */
  readonly bytesPerCase: number
}

/** How many sockets of attackers are open at a time. */
const atOnce = 320
const framesAtOnce = 200

/** What the first cases leave is Vite's and Node's own: caches, compiled code. It is not counted. */
const warmUp = 0.3

/** Less than any record of a case would take; collections of garbage are not exact. */
export const mostBytesPerCase = 150

const ours = /^\S+ \/(?:\?|__vitest_test__|__vitest_attachment__|__livetab__)/

export async function fuzz(target: AttackTarget, options: FuzzOptions): Promise<FuzzReport> {
  const { live } = await target.sessions()
  const started = performance.now()
  const counts = { requests: 0, handshakes: 0, frames: 0 }
  const replies: FuzzReport['replies'] = { requests: {}, handshakes: {} }
  const random = new Random(options.seed)
  const sender = new FrameSender(live)
  let left = options.cases
  let before: Memory | undefined
  let counted = 0

  const isOver = (): boolean => left <= 0 || performance.now() - started > options.longest
  const note = (kind: 'requests' | 'handshakes', reply: Reply): void => {
    counts[kind]++
    replies[kind][reply] = (replies[kind][reply] ?? 0) + 1
  }
  /** One case; the bytes are made before anything is awaited, so that a seed gives the same cases every time. */
  const step = (): Promise<void> => {
    left--
    if (options.handshakes === false || random.chance(0.65)) {
      const bytes = generateRequest(random, live)
      return exchange(live.origin, bytes, 30_000).then((reply) => {
        if (reply === '500' && ours.test(bytes))
          throw new Error(`An answer of ours failed: ${JSON.stringify(bytes)}`)
        note('requests', reply)
      })
    }
    const bytes = generateHandshake(random, live)
    return exchange(live.origin, bytes, 30_000).then((reply) => {
      if (reply === '101' && !bytes.includes('Sec-WebSocket-Protocol: vite-')) {
        throw new Error(`Somebody got in who should not: ${JSON.stringify(bytes)}`)
      }
      note('handshakes', reply)
    })
  }

  while (!isOver()) {
    if (!before && left <= options.cases * (1 - warmUp)) {
      before = await memoryOf(live.origin)
      counted = left
    }
    const frames = Array.from({ length: Math.min(framesAtOnce, left) }, () =>
      generateFrame(random, live),
    )
    left -= frames.length
    const sockets = Array.from({ length: Math.min(atOnce, Math.max(0, left)) }, step)
    await Promise.all([sender.send(frames), ...sockets])
    if (random.chance(0.1)) await sender.breakProtocol(random.bytes())
    counts.frames += frames.length
  }
  sender.close()
  const after = await memoryOf(live.origin)
  return {
    seed: options.seed,
    ...counts,
    seconds: Math.round((performance.now() - started) / 1000),
    replies,
    reconnects: sender.reconnects,
    before: before ?? after,
    after,
    bytesPerCase: Math.round(
      ((after.heap - (before ?? after).heap) * 1024 * 1024) / Math.max(1, counted - left),
    ),
  }
}
