/** The part of a run in which tests ran, without start-up and shut-down. Epoch milliseconds. */
export interface TestingWindow {
  from: number
  to: number
}

/** Profilers count microseconds of the system's steady clock, as `process.hrtime` does. */
export function inSteadyMicroseconds({ from, to }: TestingWindow): [from: number, to: number] {
  const offset = Date.now() * 1000 - Number(process.hrtime.bigint() / 1000n)
  return [from * 1000 - offset, to * 1000 - offset]
}

/** Milliseconds by group, largest first. */
export type Groups = Map<string, number>

export function addTo(groups: Groups, group: string, ms: number): void {
  groups.set(group, (groups.get(group) ?? 0) + ms)
}
