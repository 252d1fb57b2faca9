import { readdirSync, readFileSync } from 'node:fs'

export type ProcessKind = 'node' | 'browser' | 'renderer' | 'gpu' | 'utility'

export const processKinds: readonly ProcessKind[] = [
  'node',
  'browser',
  'renderer',
  'gpu',
  'utility',
]

/** Linux counts CPU time in hundredths of a second for every program. */
const ticksPerSecond = 100

export interface ProcessStat {
  pid: number
  parent: number
  /** CPU seconds of this process without its children. */
  cpu: number
  /** CPU seconds of children that ended and were waited for. */
  childrenCpu: number
}

/** Reads a file below /proc. A process may end at any moment: then there is nothing to read. */
function readProc(path: string): string | undefined {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return undefined
  }
}

export function hasProc(): boolean {
  return readProc('self/stat') !== undefined
}

export function listPids(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger)
}

export function readStat(pid: number | 'self'): ProcessStat | undefined {
  const text = readProc(`${pid}/stat`)
  if (text === undefined) return undefined
  // The name in parentheses may hold spaces; numbers start after the last one.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = (at: number): number => Number(fields[at]) / ticksPerSecond
  return {
    pid: Number.parseInt(text, 10),
    parent: Number(fields[1]),
    cpu: ticks(11) + ticks(12),
    childrenCpu: ticks(13) + ticks(14),
  }
}

/** Zygotes and the crash handler count as the browser process, which they belong to. */
export function readKind(pid: number): ProcessKind | undefined {
  const command = readProc(`${pid}/cmdline`)
  if (!command) return undefined
  const type = /--type=([\w-]+)/.exec(command)?.[1]
  if (type === 'renderer') return 'renderer'
  if (type === 'gpu-process') return 'gpu'
  if (type === 'utility') return 'utility'
  return type !== undefined || /chrom|headless.shell/i.test(command.split('\0')[0] ?? '')
    ? 'browser'
    : 'node'
}

/** Memory of a process in bytes; pages shared by n processes count as an nth. */
export function readPss(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(readProc(`${pid}/smaps_rollup`) ?? '')?.[1]
  return Number(kilobytes ?? 0) * 1024
}
