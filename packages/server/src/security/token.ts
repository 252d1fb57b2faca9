import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares in constant time whatever the lengths are. An empty secret matches nothing. */
export function matchesSecret(given: string | null | undefined, secret: string): boolean {
  if (!given || !secret) return false
  return timingSafeEqual(digest(given), digest(secret))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
