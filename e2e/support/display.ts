import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import process from 'node:process'

/** A screen for headed browsers: the one there is, or one that nobody sees. */
export interface Display extends AsyncDisposable {
  readonly env: Record<string, string>
}

/** True when a headed browser can be shown here. */
export function canShowWindows(): boolean {
  return process.env['DISPLAY'] !== undefined || spawnSync('which', ['Xvfb']).status === 0
}

export async function openDisplay(): Promise<Display> {
  const { DISPLAY } = process.env
  if (DISPLAY !== undefined)
    return { env: { DISPLAY }, [Symbol.asyncDispose]: () => Promise.resolve() }
  // It picks a free number by itself and writes it there.
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  )
  const number = await readNumber(server)
  return {
    env: { DISPLAY: `:${number}` },
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill()
      await ended
    },
  }
}

function readNumber(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', () => {
      reject(new Error('Xvfb did not start.'))
    })
    server.stdio[3]?.once('data', (data) => {
      resolve(String(data).trim())
    })
  })
}
