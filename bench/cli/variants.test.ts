import { expect, test } from 'vitest'
import { parseVariants } from './variants.ts'

test('reads a list in which options hold commas', () => {
  const [stock, off, custom] = parseVariants('stock, livetab:off,livetab:{"a":1,"b":{"c":2}}')
  expect(stock).toEqual({ name: 'stock', kind: 'stock', options: {}, isolate: true })
  expect(off?.options).toEqual({ speed: false })
  expect(custom?.options).toEqual({ a: 1, b: { c: 2 } })
})

test('knows variants without isolation', () => {
  expect(parseVariants('stock:no-isolate')[0]?.isolate).toBe(false)
})

test.each(['fast', 'livetab:{oops}', 'stock,stock'])('refuses "%s"', (list) => {
  expect(() => parseVariants(list)).toThrow(list.split(',')[0])
})
