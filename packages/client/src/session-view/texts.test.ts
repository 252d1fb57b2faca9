import { describe, expect, test } from 'vitest'
import type { Facts } from './answer.ts'
import { describeCause, describeLastRun, describe as describeState, type Text } from './texts.ts'
import type { ViewState } from './view-state.ts'

const facts: Facts = {
  project: 'chromium',
  cause: 'reloaded',
  lastRun: { passed: 12, failed: 1, skipped: 0 },
  rerun: { files: 12, interrupted: undefined },
  automatic: false,
  braked: false,
}

function expired(changes: Partial<Facts> = {}): ViewState {
  return {
    kind: 'expired',
    facts: { ...facts, ...changes },
    tabStayed: false,
    problem: undefined,
  }
}

function starting(changes: { automatic?: boolean; slow?: boolean } = {}): ViewState {
  return { kind: 'starting', facts, tabStayed: false, automatic: false, slow: false, ...changes }
}

function plain(text: Text): string {
  return text.map((part) => (typeof part === 'string' ? part : part.code)).join('')
}

function read(state: ViewState) {
  const text = describeState(state, 'localhost:63315')
  return { ...text, lines: text.lines.map(plain), hint: plain(text.hint) }
}

describe('an ended session of this browser', () => {
  test('names the project, the cause, the last result and what Rerun does', () => {
    expect(read(expired())).toMatchObject({
      heading: 'Session expired',
      label: 'Vitest project chromium',
      lines: ['You reloaded the tab.', 'Last run: 12 passed, 1 failed.'],
      button: { label: 'Rerun', enabled: true },
      hint: 'Rerun opens a new session in this tab and runs 12 test files.',
    })
  })

  test('says nothing about a project without a name or a run that never was', () => {
    const text = read(expired({ project: '', lastRun: undefined }))
    expect(text.label).toBe('Vitest')
    expect(text.lines).toEqual(['You reloaded the tab.'])
  })

  test.each([
    [{ files: 1, interrupted: undefined }, 'runs 1 test file.'],
    [{ files: 0, interrupted: undefined }, 'runs the tests.'],
    [
      { files: 4, interrupted: 'test/cart.test.ts' },
      'continues with test/cart.test.ts and 3 more files.',
    ],
    [
      { files: 2, interrupted: 'test/cart.test.ts' },
      'continues with test/cart.test.ts and 1 more file.',
    ],
    [{ files: 1, interrupted: 'test/cart.test.ts' }, 'continues with test/cart.test.ts.'],
  ])('tells what Rerun does for %j', (rerun, end) => {
    expect(read(expired({ rerun })).hint).toBe(`Rerun opens a new session in this tab and ${end}`)
  })

  test('says why a rerun did not start by itself', () => {
    expect(read(expired({ braked: true })).lines.at(-1)).toBe(
      'The tab was reloaded several times within seconds, so the next run waits for you.',
    )
  })

  test.each([
    [500, 'Vitest answered with 500'],
    [undefined, 'Vitest did not answer'],
  ])('says that Rerun did not work (%j) and offers it again', (status, what) => {
    const text = read({ kind: 'expired', facts, tabStayed: false, problem: { status } })
    expect(text.lines.at(-1)).toContain(`Rerun did not work: ${what}.`)
    expect(text.button).toEqual({ label: 'Rerun', enabled: true })
  })
})

describe('a session that is being started', () => {
  test('keeps everything in place but the button', () => {
    expect(read(starting())).toEqual({
      ...read(expired()),
      button: { label: 'Starting…', enabled: false },
    })
  })

  test('says that the new session is still opening', () => {
    expect(read(starting({ slow: true })).lines.at(-1)).toBe(
      'The new session is still opening. This page tries again by itself.',
    )
  })

  test('by itself: has no button, and shows only when it lasts', () => {
    expect(read(starting({ automatic: true }))).toMatchObject({
      heading: 'Starting a new session',
      button: undefined,
      hint: 'The new session runs 12 test files.',
      late: true,
    })
    expect(read(starting({ automatic: true, slow: true })).late).toBe(false)
  })
})

describe('without anything to rerun', () => {
  test.each([
    ['stranger', 'Session expired'],
    ['in-use', 'This session is open in another tab'],
    ['lost', 'Connection lost'],
    ['restarting', 'Vitest is restarting'],
    ['not-running', 'Vitest is not running'],
    ['earlier-run', 'This tab belongs to an earlier run'],
  ] as const)('%s: "%s" and no button', (kind, heading) => {
    const text = read({ kind })
    expect(text).toMatchObject({ heading, button: undefined, label: 'Vitest' })
    expect(text.lines[0]).not.toBe('')
    expect(text.hint).not.toBe('')
  })

  test('a stopped Vitest: where it was and how to start it', () => {
    expect(read({ kind: 'not-running' }).lines).toEqual([
      'Nothing answers at localhost:63315.',
      'Start it with npx vitest --browser, or with your own script.',
    ])
  })

  test.each(['stranger', 'earlier-run'] as const)('%s: where the right link is', (kind) => {
    expect(read({ kind }).hint).toContain('The terminal where Vitest runs shows the current link.')
  })
})

describe('describeCause', () => {
  const causes = [
    'reloaded',
    'closed',
    'disconnected',
    'crashed',
    'killed',
    'frozen',
    'lost',
    'open-failed',
    'never-connected',
    'cancelled',
    'restarted',
    'shutdown',
  ]

  test('has a sentence of its own for every cause', () => {
    const sentences = causes.map((cause) => describeCause(cause, false))
    expect(new Set(sentences).size).toBe(causes.length)
    expect(sentences).not.toContain(describeCause(undefined, false))
  })

  test('describes a cause that it does not know in general', () => {
    expect(describeCause('eaten', false)).toBe('The session has ended.')
  })

  test('does not tell someone who looks at the tab that it was closed', () => {
    expect(describeCause('disconnected', true)).toBe('The connection to Vitest was closed.')
  })
})

test.each([
  [{ passed: 3, failed: 0, skipped: 0 }, 'Last run: 3 passed.'],
  [{ passed: 0, failed: 2, skipped: 1 }, 'Last run: 2 failed, 1 skipped.'],
  [{ passed: 0, failed: 0, skipped: 0 }, 'Last run: no tests.'],
])('describeLastRun(%j)', (run, sentence) => {
  expect(describeLastRun(run)).toBe(sentence)
})
