import { randomBytes } from 'node:crypto'

const idBytes = 24

/** Mints an id nobody can guess: 192 random bits, safe in a URL. Ids are never derived and never reused. */
export function mintId(): string {
  return randomBytes(idBytes).toString('base64url')
}

/** The part of an id that people see. Eight characters tell two sessions apart and admit nobody. */
export function shortId(id: string): string {
  return id.slice(0, 8)
}
