import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect } from '@playwright/test'

/** A run that has a folder of its own for temporary files. */
interface Run {
  readonly temporaryFolder: string
}

/** What a run left on the machine: processes, listening ports and files, each as one line. */
function leftovers(run: Run): string[] {
  const processes = processesOf(run)
  return [
    ...processes.map(({ pid, command }) => `process ${pid}: ${command.slice(0, 120)}`),
    ...listeners()
      .filter((line) => processes.some(({ pid }) => line.includes(`pid=${pid},`)))
      .map((line) => `port: ${line}`),
    ...filesIn(run.temporaryFolder).map((file) => `file: ${file}`),
  ]
}

/** Processes that are killed take a moment to go. */
export async function expectNothingLeft(run: Run): Promise<void> {
  await expect.poll(() => leftovers(run), { timeout: 5000 }).toEqual([])
}

/** Everything that Vitest started carries its environment, however far down the tree it is. */
export function processesOf(run: Run): { pid: string; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (
          !readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`TMPDIR=${run.temporaryFolder}\0`)
        )
          return []
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')

        return [{ pid, command }]
      } catch {
        // It ended while we looked.
        return []
      }
    })
}

function listeners(): string[] {
  return execFileSync('ss', ['-Hltnp'], { encoding: 'utf8' }).split('\n').filter(Boolean)
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The browsers that a run has open, without their helper processes. */
export function browsersOf(run: Run): number[] {
  return processesOf(run)
    .filter(({ command }) => /chrom/.test(command) && !/--type=|crashpad/.test(command))
    .map(({ pid }) => Number(pid))
}
