import { expect, test } from 'vitest'
import { GoneHistory, type GoneSession } from './history.ts'

function gone(id: string): GoneSession {
  return {
    id,
    key: 'key',
    label: 'chromium',
    holder: `holder of ${id}`,
    cause: 'disconnected',
    detail: 'The socket closed.',
    closedAt: 1,
  }
}

test('drops the oldest first and never grows past its limit', () => {
  const history = new GoneHistory(2)
  for (const id of ['a', 'b', 'c']) {
    history.add(gone(id))
    expect(history.size).toBeLessThanOrEqual(2)
  }
  expect(history.find('a')).toBeUndefined()
  expect(history.find('b')).toEqual(gone('b'))
  expect(history.find('c')).toEqual(gone('c'))
})

test('remembers nobody with a limit of 0', () => {
  const history = new GoneHistory(0)
  history.add(gone('a'))
  expect(history.size).toBe(0)
})

test('explaining replaces the cause, keeps the holder and the place in line', () => {
  const history = new GoneHistory(2)
  history.add(gone('a'))
  history.add(gone('b'))
  history.explain('a', 'crashed', 'The page crashed.')
  expect(history.find('a')).toEqual({ ...gone('a'), cause: 'crashed', detail: 'The page crashed.' })
  history.add(gone('c'))
  expect(history.find('a')).toBeUndefined()
})

test('explaining without a detail keeps the one that was there', () => {
  const history = new GoneHistory(2)
  history.add(gone('a'))
  history.explain('a', 'reloaded')
  expect(history.find('a')).toEqual({ ...gone('a'), cause: 'reloaded' })
})

test('explaining a session nobody remembers adds nothing', () => {
  const history = new GoneHistory(2)
  history.explain('a', 'crashed')
  expect(history.size).toBe(0)
})
