/** Enough for every tab a person would have; strangers bring a new name with every request. */
const mostVisitors = 16

const visitors = new WeakMap<object, Set<string>>()

/**
 * Notes that a browser opens a session's page, and says whether it had it before. A tab that is reloaded
 * early comes twice, and the socket of the page it leaves may still take the session in between.
 */
export function visitsAgain(session: object, holder: string): boolean {
  const known = visitors.get(session) ?? new Set<string>()
  visitors.set(session, known)
  if (known.has(holder)) return true
  if (known.size < mostVisitors) known.add(holder)
  return false
}
