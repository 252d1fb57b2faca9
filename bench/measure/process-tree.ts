import { listPids, type ProcessKind, processKinds, readKind, readPss, readStat } from './proc.ts'

/** CPU seconds. */
export type CpuByKind = Record<ProcessKind, number>
/** Bytes. */
export type MemoryByKind = Record<ProcessKind, number>

interface Watched {
  kind: ProcessKind
  cpu: number
}

export interface TreeSample {
  /** Epoch milliseconds. */
  at: number
  cpu: CpuByKind
}

export interface ProcessTreeOptions {
  /** Also read memory, every this many samples. It takes milliseconds, so timed runs leave it out. */
  memoryEvery?: number
}

const intervalMs = 100

export function emptyByKind(): Record<ProcessKind, number> {
  return { node: 0, browser: 0, renderer: 0, gpu: 0, utility: 0 }
}

/**
 * Watches a process and everything it starts by reading /proc. A process that
 * ends keeps the CPU time of its last sample.
 */
export class ProcessTree {
  readonly samples: TreeSample[] = []
  /** Memory by kind at the moment when the sum was highest, if memory is read. */
  peakMemory: MemoryByKind | undefined
  readonly #root: number
  readonly #memoryEvery: number | undefined
  readonly #watched = new Map<number, Watched>()
  /** Processes of the machine that are not ours; their parent is read only once. */
  readonly #strangers = new Set<number>()
  readonly #timer: NodeJS.Timeout
  #count = 0

  constructor(root: number, { memoryEvery }: ProcessTreeOptions = {}) {
    this.#root = root
    this.#memoryEvery = memoryEvery
    for (const pid of listPids()) if (pid !== root) this.#strangers.add(pid)
    this.#timer = setInterval(() => this.sample(), intervalMs)
    this.sample()
  }

  /** Takes a sample now. `memory` reads memory too, where it is read at all. */
  sample({ memory = false }: { memory?: boolean } = {}): void {
    const alive = this.#find()
    for (const [pid, cpu] of alive) {
      const kind = readKind(pid) ?? this.#watched.get(pid)?.kind ?? 'node'
      this.#watched.set(pid, { kind, cpu })
    }
    const cpu = emptyByKind()
    for (const watched of this.#watched.values()) cpu[watched.kind] += watched.cpu
    this.samples.push({ at: Date.now(), cpu })
    if (this.#memoryEvery && (memory || this.#count % this.#memoryEvery === 0)) {
      const bytes = this.#readMemory(alive.keys())
      if (sumByKind(bytes) > sumByKind(this.peakMemory ?? emptyByKind())) this.peakMemory = bytes
    }
    this.#count += 1
  }

  /** Stops sampling. */
  stop(): void {
    clearInterval(this.#timer)
  }

  /** CPU seconds until the given moment, from the sample nearest to it. */
  cpuAt(epochMs: number): CpuByKind {
    const after = this.samples.findIndex((sample) => sample.at >= epochMs)
    const next = this.samples[after]
    if (!next) return this.cpu
    const previous = this.samples[after - 1] ?? next
    return next.at - epochMs < epochMs - previous.at ? next.cpu : previous.cpu
  }

  get cpu(): CpuByKind {
    return this.samples.at(-1)?.cpu ?? emptyByKind()
  }

  /** Ends every process of the tree that is still there. */
  kill(): void {
    for (const pid of this.#find().keys()) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It ended in the meantime.
      }
    }
  }

  #readMemory(pids: Iterable<number>): MemoryByKind {
    const bytes = emptyByKind()
    for (const pid of pids) bytes[this.#watched.get(pid)?.kind ?? 'node'] += readPss(pid)
    return bytes
  }

  #find(): Map<number, number> {
    const alive = new Map<number, number>()
    const present = new Set(listPids())
    // Numbers are used again: what ended is forgotten.
    for (const pid of this.#strangers) if (!present.has(pid)) this.#strangers.delete(pid)
    // A parent may have a higher number than its child, so look until nothing is added.
    let unknown = [...present].filter((pid) => !this.#strangers.has(pid))
    for (let added = true; added;) {
      added = false
      const rest: number[] = []
      for (const pid of unknown) {
        const stat = readStat(pid)
        if (!stat) continue
        const ours = pid === this.#root || this.#watched.has(pid) || alive.has(stat.parent)
        if (ours) {
          alive.set(pid, stat.cpu)
          added = true
        } else rest.push(pid)
      }
      unknown = rest
    }
    for (const pid of unknown) this.#strangers.add(pid)
    return alive
  }
}

export function sumByKind(values: Record<ProcessKind, number>): number {
  return processKinds.reduce((sum, kind) => sum + values[kind], 0)
}

export function subtractCpu(later: CpuByKind, earlier: CpuByKind): CpuByKind {
  const difference = emptyByKind()
  for (const kind of processKinds) difference[kind] = later[kind] - earlier[kind]
  return difference
}
