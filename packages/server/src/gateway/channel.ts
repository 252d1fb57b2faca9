import { createBirpc, type BirpcReturn } from 'birpc'
import type { Connection } from './connection.ts'
import { deserialise, serialise } from './serialise.ts'

type Functions = object

export interface ChannelOptions {
  /** Remote functions whose result nobody waits for. */
  readonly events?: readonly string[]
  /** Calls of the peer that may be under way at once; past it the socket is not read until one ends. */
  readonly maxCalls?: number
  readonly debug?: (message: string) => void
}

/**
 * Typed calls in both directions over one connection. When the connection ends,
 * pending calls reject with its reason and nothing the peer still sent reaches a function.
 */
export function createChannel<Remote extends Functions, Local extends Functions>(
  connection: Connection,
  functions: Local,
  options: ChannelOptions = {},
): BirpcReturn<Remote, Local> {
  const maxCalls = options.maxCalls ?? 1000
  let calls = 0
  const rpc = createBirpc<Remote, Local>(functions, {
    post: (data: string) => {
      connection.send(data)
    },
    on: (read: (message: object) => unknown) => {
      connection.receive((data) => {
        receive(data, read).catch((error: unknown) => {
          options.debug?.(`a message was dropped: ${String(error)}`)
        })
      })
    },
    serialize: serialise,
    eventNames: [...(options.events ?? [])] as never,
    timeout: -1,
    // Only what was handed in can be called: no inherited name, nothing of a closed connection.
    resolver: (name: string, fn: unknown) => {
      if (connection.signal.aborted || !Object.hasOwn(functions, name)) return undefined as never
      return counted(fn as (...args: unknown[]) => unknown) as never
    },
  })

  /** Not birpc's own `deserialize`: what it does about a bad message it does about a failed call, too. */
  async function receive(data: string, read: (message: object) => unknown): Promise<void> {
    await read(deserialise(data))
  }

  function counted(fn: (...args: unknown[]) => unknown): (...args: unknown[]) => Promise<unknown> {
    return async function (this: unknown, ...args: unknown[]) {
      calls++
      if (calls === maxCalls) connection.pause()
      try {
        return await fn.apply(this, args)
      } finally {
        if (calls === maxCalls) connection.resume()
        calls--
      }
    }
  }

  const closeRpc = (): void => {
    rpc.$close(connection.signal.reason instanceof Error ? connection.signal.reason : undefined)
  }
  if (connection.signal.aborted) closeRpc()
  else connection.signal.addEventListener('abort', closeRpc, { once: true })
  return rpc
}
