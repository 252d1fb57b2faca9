import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addTo, type Groups, inSteadyMicroseconds, type TestingWindow } from './window.ts'

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[]
  startTime: number
  samples: number[]
  timeDeltas: number[]
}

/** The package that a function belongs to, or what the engine did. */
function groupOf({ functionName, url }: { functionName: string; url: string }): string {
  if (functionName === '(idle)') return 'idle'
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (functionName === '(program)') return 'native code'
  if (url === '' && functionName.startsWith('write')) return 'node, writing to sockets'
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1]
  if (inPackage) return inPackage
  const ours = /\/packages\/([^/]+)\/(?:dist|src)\//.exec(url)?.[1]
  if (ours) return ours === 'livetab' ? 'livetab' : `@livetab/${ours}`
  return url === '' || url.startsWith('node:') ? 'node, the rest' : 'the suite and its config'
}

/** Reads what `node --cpu-prof` wrote: milliseconds of the main thread by package, while tests ran. */
export function summariseNode(folder: string, window: TestingWindow): Groups {
  const file = readdirSync(folder).find((name) => name.endsWith('.cpuprofile'))
  if (!file) throw new Error('Node wrote no CPU profile.')
  const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile
  const groupById = new Map(profile.nodes.map((node) => [node.id, groupOf(node.callFrame)]))
  const [from, to] = inSteadyMicroseconds(window)
  const groups: Groups = new Map()
  let at = profile.startTime
  for (const [index, id] of profile.samples.entries()) {
    const delta = profile.timeDeltas[index] ?? 0
    at += delta
    const group = groupById.get(id) ?? 'native code'
    if (at >= from && at <= to && group !== 'idle') addTo(groups, group, delta / 1000)
  }
  return groups
}
