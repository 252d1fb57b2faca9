/** Code that is printed as it stands. */
export class Code {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Printable =
  | string
  | number
  | boolean
  | null
  | Code
  | readonly Printable[]
  | { readonly [key: string]: Printable }

const width = 90

/** A value as a person would write it: on one line where it fits, otherwise one entry to a line. */
export function printValue(value: Printable, indent = ''): string {
  if (value instanceof Code) return value.text
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}  `
  const [open, close, parts] = isList(value)
    ? ['[', ']', value.map((item) => printValue(item, inner))]
    : [
        '{',
        '}',
        Object.entries(value).map(([key, item]) => `${name(key)}: ${printValue(item, inner)}`),
      ]
  if (parts.length === 0) return open + close
  const [before, after] = open === '{' ? ['{ ', ' }'] : ['[', ']']
  const line = before + parts.join(', ') + after
  const isShort = indent.length + line.length <= width && !line.includes('\n')
  // Settings are read downwards; what they are about may stand beside them.
  if (isShort && (open === '[' || parts.length === 1) && indent.length > 2) return line
  return `${open}\n${parts.map((part) => `${inner}${part},`).join('\n')}\n${indent}${close}`
}

function isList(value: object): value is readonly Printable[] {
  return Array.isArray(value)
}

function name(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key)
}

function quoted(text: string): string {
  return `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`
}
