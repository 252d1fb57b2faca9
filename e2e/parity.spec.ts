import { expect, test } from '@playwright/test'
import { cases } from './parity/cases.ts'
import type { ParityCase } from './parity/case.ts'
import { observe } from './parity/observe.ts'
import type { Observation } from './parity/observe.ts'
import { chooseSides } from './parity/side.ts'
import type { Side } from './parity/side.ts'
import { record, total } from './parity/tally.ts'

const [stock, ...candidates] = chooseSides()

for (const parityCase of cases) {
  test(`${parityCase.fixture} behaves as with the stock provider`, async () => {
    test.setTimeout(candidates.length * 240_000)
    const { expected, observed } = await observeAll(parityCase)
    expect(expected.steps.flatMap((step) => step.surprises)).toEqual([])
    for (const [index, actual] of observed.entries()) {
      expect(actual, candidates[index]?.title).toEqual(expected)
    }
    expect(expected.tests, 'a fixture without tests compares nothing').toBeGreaterThan(0)
    await record(parityCase.fixture, expected.tests)
  })
}

/** Two sides at a time; when one cannot be observed, the other ends as well. */
async function observeAll(parityCase: ParityCase): Promise<{
  expected: Observation
  observed: Observation[]
}> {
  const ending = new AbortController()
  const observeSide = (side: Side): Promise<Observation> => observe(parityCase, side, ending.signal)
  try {
    const observeCandidates = async (): Promise<Observation[]> => {
      const observations: Observation[] = []
      for (const candidate of candidates) observations.push(await observeSide(candidate))
      return observations
    }
    const [expected, observed] = await Promise.all([observeSide(stock), observeCandidates()])
    return { expected, observed }
  } finally {
    ending.abort()
  }
}

test('enough is compared', async () => {
  const { fixtures, tests } = await total()
  console.log(`parity: ${tests} tests over ${fixtures} fixtures compared`)
  expect(fixtures).toBeGreaterThanOrEqual(30)
  expect(tests).toBeGreaterThanOrEqual(300)
})
