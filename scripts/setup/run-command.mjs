import { spawn } from 'node:child_process'
import { sep } from 'node:path'
import process from 'node:process'
import { root } from './paths.mjs'

/** What set-up is waiting for, so that an interrupted set-up takes it along. */
const running = new Set()

export function stopRunningCommands() {
  for (const child of running) child.kill('SIGTERM')
}

/**
 * Runs a command to its end and keeps what it printed. Never throws: a command that cannot
 * be started is one that failed.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, timeout?: number }} [options]
 * @returns {Promise<{ ok: boolean, output: string, summary: string }>}
 */
export function runCommand(command, args, { env = process.env, cwd = root, timeout } = {}) {
  const child = spawn(command, args, {
    cwd,
    timeout,
    env: { ...env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm and npx are .cmd files there.
    shell: process.platform === 'win32' && !command.endsWith('.exe'),
  })
  running.add(child)
  let output = ''
  const keep = (chunk) => {
    output += chunk
  }
  child.stdout.setEncoding('utf8').on('data', keep)
  child.stderr.setEncoding('utf8').on('data', keep)
  return new Promise((resolve) => {
    const finish = (ok, how) => {
      running.delete(child)
      resolve({ ok, output, summary: summarise([command, ...args].join(' '), how, output) })
    }
    child.on('error', (error) => finish(false, error.message))
    child.on('close', (code, signal) => {
      finish(code === 0, signal ? `stopped by ${signal}` : `exit code ${code}`)
    })
  })
}

/** The command, how it ended, and the end of what it said; stack traces help nobody here. */
function summarise(line, how, output) {
  const said = output
    .split('\n')
    .filter((text) => text.trim() !== '' && !/^(npm \w+)?\s+at \S/.test(text))
    .slice(-15)
    .map((text) => `  | ${text}`)
  return [`  ${line} (${how})`, ...said].join('\n').replaceAll(`${root}${sep}`, '')
}
