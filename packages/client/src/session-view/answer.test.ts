import { describe, expect, test } from 'vitest'
import { readAnswer } from './answer.ts'

const facts = {
  project: 'chromium',
  cause: 'reloaded',
  lastRun: { passed: 12, failed: 1, skipped: 0 },
  rerun: { files: 4, interrupted: 'test/cart.test.ts' },
  provider: 'preview',
  automatic: true,
  braked: false,
}

describe('readAnswer', () => {
  test('reads a session in use and drops whatever else was sent', () => {
    expect(readAnswer({ state: 'in-use', facts })).toEqual({ state: 'in-use' })
  })

  test('reads an ended session with its facts', () => {
    const { provider: _, ...kept } = facts
    expect(readAnswer({ state: 'expired', facts })).toEqual({ state: 'expired', facts: kept })
  })

  test('reads an ended session without facts', () => {
    expect(readAnswer({ state: 'expired' })).toEqual({ state: 'expired', facts: undefined })
  })

  test('fills in what a server did not say, and what makes no sense', () => {
    const odd = {
      cause: 7,
      lastRun: null,
      rerun: { files: -3, interrupted: '' },
      automatic: 'yes',
    }
    expect(readAnswer({ state: 'expired', facts: odd })).toEqual({
      state: 'expired',
      facts: {
        project: '',
        cause: undefined,
        lastRun: undefined,
        rerun: { files: 0, interrupted: undefined },
        automatic: false,
        braked: false,
      },
    })
  })

  test.each([undefined, null, 'expired', 42, [], {}, { state: 'open' }, { facts }])(
    'takes %j for the answer of something else',
    (value) => {
      expect(readAnswer(value)).toBeUndefined()
    },
  )
})
