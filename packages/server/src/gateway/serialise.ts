import { parse, stringify } from 'flatted'

/** JSON has no `undefined`; Vitest's tester writes it like this on its side, too. */
const undefinedMark = '__vitest_undefined__'

export function serialise(message: unknown): string {
  return stringify(message, (_key, value: unknown) => {
    if (value instanceof Error) return plainError(value)
    return value === undefined ? undefinedMark : value
  })
}

/** Reads one message and refuses what is not a call or an answer. */
export function deserialise(data: string): object {
  const message: unknown = parse(data, (key, value: unknown) => {
    if (key === '__proto__') return undefined
    return value === undefinedMark ? undefined : value
  })
  if (!isMessage(message))
    throw new TypeError('[livetab] The message is neither a call nor an answer.')
  return message
}

function isMessage(message: unknown): message is object {
  if (typeof message !== 'object' || message === null || !('t' in message)) return false
  if (message.t === 'q') {
    return (
      'm' in message && typeof message.m === 'string' && 'a' in message && Array.isArray(message.a)
    )
  }
  return message.t === 's' && 'i' in message && typeof message.i === 'string'
}

function plainError(error: Error): Record<string, unknown> {
  const plain: Record<string, unknown> = {}
  for (const name of Object.getOwnPropertyNames(error)) plain[name] = Reflect.get(error, name)
  return {
    ...plain,
    name: error.name,
    message: error.message,
    stack: withoutOurFrames(error.stack),
  }
}

/** How a call got to where it failed is nobody's business but ours. */
function withoutOurFrames(stack: string | undefined): string | undefined {
  return stack
    ?.split('\n')
    .filter(
      (line) =>
        !/^\s+at .*[\\/](?:birpc|@livetab[\\/]\w+|ws|flatted)[\\/](?:dist|lib|esm)[\\/]/.test(line),
    )
    .join('\n')
}
