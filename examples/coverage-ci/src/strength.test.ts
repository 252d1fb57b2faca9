import { expect, test } from 'vitest'
import { judge } from './strength.ts'

test.for([
  ['', 'weak', 'Use at least 8 characters.'],
  ['Password', 'weak', 'Everybody uses this one.'],
  ['aaaaaaaaaaaaaaaaaaaa', 'fair', 'Use more than one character.'],
  ['blue-kettle', 'fair', 'Longer is stronger: try a few words.'],
] as const)('%s is %s', ([password, strength, advice]) => {
  const verdict = judge(password)
  expect(verdict.strength).toBe(strength)
  expect(verdict.advice[0]).toBe(advice)
})

test('has no advice for a few words', () => {
  expect(judge('seven kettles sing at dawn')).toEqual({ strength: 'strong', advice: [] })
})

test('asks for a digit where only letters are', () => {
  expect(judge('bluekettle')).toMatchObject({ strength: 'weak' })
  expect(judge('bluekettle').advice).toContain('Mix in a digit or a space.')
})
