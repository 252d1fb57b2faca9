import type { CloseCause } from '@livetab/sessions'

const sentences: Record<CloseCause, string> = {
  disconnected: 'the connection to the page was closed',
  reloaded: 'the tab was reloaded',
  closed: 'the page was closed',
  crashed: 'the page crashed',
  killed: 'the browser was killed or crashed',
  frozen: 'the page froze',
  lost: 'the connection to the page was lost',
  'open-failed': 'the provider could not open the page',
  'never-connected': 'no tab connected in time',
  cancelled: 'the run was cancelled',
  restarted: 'Vitest restarted',
  shutdown: 'Vitest was closed',
}

/** What happened, as the middle of a sentence. */
export function describeCause(cause: CloseCause): string {
  return sentences[cause]
}

/** Ends that nobody's test is to blame for: Vitest itself wanted them. */
export function isIntended(cause: CloseCause): boolean {
  return cause === 'cancelled' || cause === 'restarted' || cause === 'shutdown'
}
