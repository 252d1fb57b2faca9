import type { CloseCause } from '@livetab/sessions'

/** How one attempt at a file was cut off. */
export interface AttemptEnd {
  readonly cause: CloseCause
  /** What happened, as the middle of a sentence. */
  readonly text: string
  /** Whose doing it can have been: the file's own, anything's, or that of the person who runs it. */
  readonly blame: 'file' | 'anything' | 'person'
  /** The browser itself went, and pages of other files with it. */
  readonly shared: boolean
}

/** A lost browser or connection can hit any file any number of times; this many are too many. */
const mostMishaps = 4

/** Whether a file that was cut off like this is run once more. */
export function mayRetry(ends: readonly AttemptEnd[], recover: number): boolean {
  if (recover === 0) return false
  const count = (blame: AttemptEnd['blame']): number =>
    ends.filter((end) => end.blame === blame).length
  return count('file') <= recover && count('anything') < Math.max(recover + 1, mostMishaps)
}
