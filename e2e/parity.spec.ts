import { expect, test } from '@playwright/test'
import { cases } from './parity/cases.ts'
import { observe } from './parity/observe.ts'
import { chooseSides } from './parity/side.ts'
import { record, total } from './parity/tally.ts'

const [stock, ...candidates] = chooseSides()

for (const parityCase of cases) {
  test(`${parityCase.fixture} behaves as with the stock provider`, async () => {
    test.setTimeout(180_000)
    const [expected, ...observed] = await Promise.all(
      [stock, ...candidates].map((side) => observe(parityCase, side)),
    )
    expect(expected.steps.flatMap((step) => step.surprises)).toEqual([])
    for (const [index, actual] of observed.entries()) {
      expect(actual, candidates[index]?.title).toEqual(expected)
    }
    expect(expected.tests, 'a fixture without tests compares nothing').toBeGreaterThan(0)
    await record(parityCase.fixture, expected.tests)
  })
}

test('enough is compared', async () => {
  const { fixtures, tests } = await total()
  console.log(`parity: ${tests} tests over ${fixtures} fixtures compared`)
  expect(fixtures).toBeGreaterThanOrEqual(30)
  expect(tests).toBeGreaterThanOrEqual(300)
})
