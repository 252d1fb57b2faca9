import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { hasProc } from './proc.ts'
import { ProcessTree, sumByKind } from './process-tree.ts'

const busyMs = 300

/** Works for some CPU time, says so, and stays until its input ends. */
const busy = `
const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 }
for (const end = used() + ${busyMs}; used() < end;) for (let at = 0; at < 1e6; at += 1);
process.stdout.write('done')
process.stdin.resume()
`

const parentOfBusy = `
const { spawn } = require('node:child_process')
const child = spawn(process.execPath, ['-e', ${JSON.stringify(busy)}])
child.stdout.once('data', () => process.stdout.write('done'))
process.stdin.on('end', () => child.stdin.end()).resume()
`

test.runIf(hasProc())(
  'counts the CPU and memory of a process and of what it starts',
  { timeout: 30_000 },
  async () => {
    const child = spawn(process.execPath, ['-e', parentOfBusy])
    const tree = new ProcessTree(child.pid ?? 0, { memoryEvery: 1 })
    await once(child.stdout, 'data')
    tree.sample({ memory: true })
    child.stdin.end()
    await once(child, 'exit')
    tree.stop()
    expect(tree.cpu.node).toBeGreaterThan(busyMs / 1000)
    expect(sumByKind(tree.cpu)).toBe(tree.cpu.node)
    expect(tree.peakMemory?.node).toBeGreaterThan(20e6)
  },
)
