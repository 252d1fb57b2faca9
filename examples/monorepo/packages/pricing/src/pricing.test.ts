import { expect, test } from 'vitest'
import { finalPrice, formatPrice } from './index.ts'

test('takes the discount off', () => {
  expect(finalPrice({ price: 1999, discount: 15 })).toBe(1699)
})

test('leaves other prices alone', () => {
  expect(finalPrice({ price: 1999 })).toBe(1999)
})

test('writes euros', () => {
  expect(formatPrice(1050)).toBe('€10.50')
})
