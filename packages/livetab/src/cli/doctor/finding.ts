import { print, styled } from '../terminal.ts'

/** One line of the report. */
export interface Finding {
  readonly state: 'ok' | 'note' | 'todo'
  readonly subject: string
  readonly says: string
  /** What to do about it. */
  readonly advice?: string
}

export function ok(subject: string, says: string): Finding {
  return { state: 'ok', subject, says }
}

/** Worth knowing; nothing has to be done. */
export function note(subject: string, says: string, advice?: string): Finding {
  return { state: 'note', subject, says, ...(advice ? { advice } : {}) }
}

export function todo(subject: string, says: string, advice: string): Finding {
  return { state: 'todo', subject, says, advice }
}

const signs = {
  ok: styled('green', '✓'),
  note: styled('yellow', '!'),
  todo: styled('red', '✗'),
}
const width = 27

export function printFinding({ state, subject, says, advice }: Finding): void {
  print(`${signs[state]} ${subject.padEnd(width)} ${says}`)
  if (advice) print(`${' '.repeat(width + 3)}→ ${advice}`)
}
