import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'

/**
 * Runs a program in the foreground and returns its exit code. Ctrl-C reaches it through the
 * terminal; without a terminal signals are passed on.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env: NodeJS.ProcessEnv, cwd?: string }} options
 * @returns {Promise<number>}
 */
export async function handOver(command, args, options) {
  const child = spawn(command, args, { ...options, stdio: 'inherit' })
  const onSignal = (signal) => {
    if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal)
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  const [code, signal] = await once(child, 'close')
  process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  return code ?? (signal === 'SIGINT' ? 130 : 143)
}
