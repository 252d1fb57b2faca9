import { inspect } from 'node:util'
import type { GatewayOptions } from '@livetab/server'

/** What `livetab(provider, options)` takes. */
export interface LivetabOptions {
  /**
   * How often a test file that lost its page is run again in a new one before it fails.
   * `0` fails it at once.
   * @default 1
   */
  recover?: number
  /**
   * How long, in milliseconds, a page may answer nothing while a file runs before it counts as frozen.
   * `0` waits forever.
   * @default twice the project's `testTimeout` and at least 20000; 300000 for a tab that a person opened
   */
  freezeTimeout?: number
  /**
   * What a reloaded tab does: show "Session expired" with a Rerun button, or start the new session by itself.
   * @default 'prompt'
   */
  reload?: 'prompt' | 'rerun'
  /**
   * Keeps modules in the browser and links them, so that isolated files cost little.
   * Switch it off to get every module the way Vite serves it.
   * @default true
   */
  speed?: boolean
  /** Limits and intervals of the tabs' sockets. */
  sockets?: GatewayOptions
}

const known: Record<keyof LivetabOptions, (value: unknown) => boolean> = {
  recover: isWholeCount,
  freezeTimeout: isCount,
  reload: (value) => value === 'prompt' || value === 'rerun',
  speed: (value) => typeof value === 'boolean',
  sockets: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

const knownOfSockets: Record<keyof GatewayOptions, (value: unknown) => boolean> = {
  heartbeatInterval: isCount,
  heartbeatTolerance: isWholeCount,
  maxPayload: isWholeCount,
  maxConnections: isWholeCount,
  maxMessagesPerSecond: isWholeCount,
  handshakeTimeout: isCount,
}

/** Says in one sentence what is wrong with the options, or nothing. */
export function findOptionMistake(options: unknown): string | undefined {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    return `the options are ${describe(options)}, not an object`
  }
  const mistake = findMistakeIn(options, known, '')
  if (mistake) return mistake
  const { sockets } = options as LivetabOptions
  return sockets && findMistakeIn(sockets, knownOfSockets, 'sockets.')
}

function findMistakeIn(
  options: object,
  rules: Record<string, (value: unknown) => boolean>,
  prefix: string,
): string | undefined {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(rules, name)) {
      const names = Object.keys(rules).map((known) => `"${prefix}${known}"`)
      return `there is no option "${prefix}${name}"; there are ${names.join(', ')}`
    }
    if (value !== undefined && !rules[name]?.(value)) {
      return `the option "${prefix}${name}" cannot be ${describe(value)}`
    }
  }
  return undefined
}

export function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'string') return JSON.stringify(value)
  return inspect(value)
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function isWholeCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && isCount(value)
}
