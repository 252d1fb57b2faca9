import type { Facts, LastRun } from './answer.ts'
import type { RerunProblem, ViewState } from './view-state.ts'

/** A sentence or two; what a person would type or look for is set apart. */
export type Text = readonly (string | { readonly code: string })[]

/** All that a person sees in one state. */
export interface ViewText {
  readonly heading: string
  readonly icon: 'expired' | 'elsewhere' | 'stopped'
  /** Whose page this is. */
  readonly label: string
  readonly lines: readonly Text[]
  readonly button: { readonly label: string; readonly enabled: boolean } | undefined
  readonly hint: Text
  /** Appears only when it lasts: most often the tab is gone before anyone could read it. */
  readonly late: boolean
}

const whereNext: Text = [
  'The terminal where Vitest runs shows the current link. Press ',
  { code: 'r' },
  ' there to open a new tab.',
]

const braked = 'The tab was reloaded several times within seconds, so the next run waits for you.'

const stillOpening = 'The new session is still opening. This page tries again by itself.'

/** `address` is the host and port of this page. */
export function describe(state: ViewState, address: string): ViewText {
  const plain = { label: 'Vitest', button: undefined, late: false }
  switch (state.kind) {
    case 'expired':
      return {
        ...expired(state.facts, state.tabStayed, state.problem && describeProblem(state.problem)),
        button: { label: 'Rerun', enabled: true },
        late: false,
      }
    case 'starting':
      return {
        ...expired(state.facts, state.tabStayed, state.slow ? stillOpening : undefined),
        ...(state.automatic && {
          heading: 'Starting a new session',
          hint: describeRerun(state.facts, 'The new session '),
        }),
        button: state.automatic ? undefined : { label: 'Starting…', enabled: false },
        late: state.automatic && !state.slow,
      }
    case 'stranger':
      return {
        ...plain,
        heading: 'Session expired',
        icon: 'expired',
        lines: [
          [
            'This link belongs to a session that has ended, to an earlier run of Vitest, or to another browser.',
          ],
        ],
        hint: whereNext,
      }
    case 'in-use':
      return {
        ...plain,
        heading: 'This session is open in another tab',
        icon: 'elsewhere',
        lines: [['A session runs in one tab at a time. Use the tab that has it.']],
        hint: ['This page changes by itself when that tab closes.'],
      }
    case 'lost':
      return {
        ...plain,
        heading: 'Connection lost',
        icon: 'stopped',
        lines: [['This tab lost its connection to Vitest, which is about to end the session.']],
        hint: ['This page changes by itself when the session has ended.'],
      }
    case 'restarting':
      return {
        ...plain,
        heading: 'Vitest is restarting',
        icon: 'stopped',
        lines: [['Its configuration has changed.']],
        hint: ['This page changes by itself when Vitest is back.'],
      }
    case 'not-running':
      return {
        ...plain,
        heading: 'Vitest is not running',
        icon: 'stopped',
        lines: [
          ['Nothing answers at ', { code: address }, '.'],
          ['Start it with ', { code: 'npx vitest --browser' }, ', or with your own script.'],
        ],
        hint: ['This page keeps looking and says so when Vitest is back.'],
      }
    case 'earlier-run':
      return {
        ...plain,
        heading: 'This tab belongs to an earlier run',
        icon: 'expired',
        lines: [['Vitest is running, but it does not know this tab’s session any more.']],
        hint: whereNext,
      }
  }
}

function expired(
  facts: Facts,
  tabStayed: boolean,
  news: string | undefined,
): Pick<ViewText, 'heading' | 'icon' | 'label' | 'lines' | 'hint'> {
  const lines: Text[] = [[describeCause(facts.cause, tabStayed)]]
  if (facts.lastRun) lines.push([describeLastRun(facts.lastRun)])
  if (facts.braked) lines.push([braked])
  if (news !== undefined) lines.push([news])
  return {
    heading: 'Session expired',
    icon: 'expired',
    label: facts.project ? `Vitest project ${facts.project}` : 'Vitest',
    lines,
    hint: describeRerun(facts),
  }
}

export function describeCause(cause: string | undefined, tabStayed: boolean): string {
  switch (cause) {
    case 'reloaded':
      return 'You reloaded the tab.'
    case 'closed':
      return 'The tab was closed.'
    case 'disconnected':
      return tabStayed
        ? 'The connection to Vitest was closed.'
        : 'The tab was closed, or went to another page.'
    case 'crashed':
      return 'The page crashed.'
    case 'killed':
      return 'The browser ended unexpectedly.'
    case 'frozen':
      return 'The tab stopped answering.'
    case 'lost':
      return 'The connection between the tab and Vitest was lost.'
    case 'open-failed':
      return 'The tab could not be opened.'
    case 'never-connected':
      return 'The tab did not connect to Vitest in time.'
    case 'cancelled':
      return 'The run was cancelled.'
    case 'restarted':
      return 'Vitest restarted.'
    case 'shutdown':
      return 'Vitest was stopped.'
    default:
      return 'The session has ended.'
  }
}

export function describeLastRun({ passed, failed, skipped }: LastRun): string {
  const counts = [
    passed > 0 && `${passed} passed`,
    failed > 0 && `${failed} failed`,
    skipped > 0 && `${skipped} skipped`,
  ].filter((part) => part !== false)
  return `Last run: ${counts.join(', ') || 'no tests'}.`
}

function describeRerun(
  { rerun }: Facts,
  start = 'Rerun opens a new session in this tab and ',
): Text {
  if (rerun.interrupted !== undefined) {
    const more = rerun.files - 1
    const rest = more > 0 ? ` and ${more} more ${more === 1 ? 'file' : 'files'}.` : '.'
    return [`${start}continues with `, { code: rerun.interrupted }, rest]
  }
  if (rerun.files === 0) return [`${start}runs the tests.`]
  return [`${start}runs ${rerun.files} test ${rerun.files === 1 ? 'file' : 'files'}.`]
}

function describeProblem({ status }: RerunProblem): string {
  const what = status === undefined ? 'Vitest did not answer' : `Vitest answered with ${status}`
  return `Rerun did not work: ${what}. The terminal may say why. You can try again.`
}
