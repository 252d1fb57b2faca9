import { spawn } from 'node:child_process'
import process from 'node:process'
import { root } from './paths.mjs'

/** Children that set-up is waiting for, so that an interrupted set-up takes them along. */
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
export function runCommand(command, args, options = {}) {
  const { promise, resolve } = deferred()
  const child = spawn(command, args, {
    cwd: options.cwd ?? root,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: options.timeout,
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
  const line = [command, ...args].join(' ')
  const finish = (ok, how) => {
    running.delete(child)
    resolve({ ok, output, summary: `${line}\n  (${how})${indent(lastLines(output))}` })
  }
  child.on('error', (error) => finish(false, error.message))
  child.on('close', (code, signal) => {
    finish(code === 0, signal ? `stopped by ${signal}` : `exit code ${code}`)
  })
  return promise
}

function deferred() {
  let resolve
  const promise = new Promise((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

function lastLines(output) {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  return lines.slice(-15).join('\n')
}

function indent(text) {
  return text === '' ? '' : `\n${text.replace(/^/gm, '  | ')}`
}
