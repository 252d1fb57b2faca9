/**
 * Testers speak to Node through the orchestrator's socket. A frame of theirs starts with a mark that no
 * JSON text starts with, then says what it is and whose it is.
 */
const mark = '\u0001'

export type MuxKind = 'open' | 'data' | 'close'

const letters: Record<MuxKind, string> = { open: 'o', data: 'd', close: 'c' }

export interface MuxFrame {
  readonly kind: MuxKind
  readonly testerId: string
  readonly data: string
}

export function encodeFrame(kind: MuxKind, testerId: string, data = ''): string {
  return `${mark}${letters[kind]}${testerId}${mark}${data}`
}

/** Nothing for a message of the orchestrator's own. */
export function decodeFrame(message: string): MuxFrame | undefined {
  if (!message.startsWith(mark)) return undefined
  const end = message.indexOf(mark, 1)
  const kind = (Object.keys(letters) as MuxKind[]).find((name) => letters[name] === message[1])
  if (end === -1 || !kind) return undefined
  return { kind, testerId: message.slice(2, end), data: message.slice(end + 1) }
}
