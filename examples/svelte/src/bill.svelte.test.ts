import { flushSync } from 'svelte'
import { expect, test } from 'vitest'
import { Bill } from './bill.svelte.ts'

test('shares the total and the tip', () => {
  const bill = new Bill(['Ada', 'Grace'])
  bill.total = 10_000
  expect(bill.tip).toBe(1000)
  expect(bill.shares).toEqual([5500, 5500])
})

test('loses no cent', () => {
  const bill = new Bill(['Ada', 'Grace', 'Edsger'])
  bill.tipPercent = 0
  bill.total = 1000
  expect(bill.shares).toEqual([334, 333, 333])
})

test('has no shares without guests', () => {
  expect(new Bill([]).shares).toEqual([])
})

test('tells who depends on it', () => {
  const bill = new Bill(['Ada'])
  const seen: number[][] = []
  const stop = $effect.root(() => {
    $effect(() => {
      seen.push(bill.shares)
    })
  })
  flushSync(() => (bill.total = 2000))
  flushSync(() => bill.add('Grace'))
  stop()
  expect(seen).toEqual([[0], [2200], [1100, 1100]])
})
