import { parse, stringify } from 'flatted'

const undefinedMark = '__vitest_undefined__'

export function serialise(message: unknown): string {
  return stringify(message, (_key, value: unknown) => {
    if (value instanceof Error) {
      return { name: value.name, message: value.message, stack: value.stack }
    }
    return value === undefined ? undefinedMark : value
  })
}

export function deserialise(data: string): unknown {
  return parse(data, (_key, value: unknown) => (value === undefinedMark ? undefined : value))
}
