import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import './time-ago.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2030-05-01T12:00:00Z') })
})

afterEach(() => {
  document.body.replaceChildren()
  vi.useRealTimers()
})

function show(attributes: string) {
  document.body.innerHTML = `<time-ago ${attributes}></time-ago>`
  const element = document.body.firstElementChild
  if (!element?.shadowRoot) throw new Error('There is no <time-ago>.')
  return { element, time: element.shadowRoot.querySelector('time') }
}

test.for([
  ['2030-05-01T12:00:00Z', 'now'],
  ['2030-05-01T11:59:30Z', '30 seconds ago'],
  ['2030-05-01T10:00:00Z', '2 hours ago'],
  ['2030-04-30T11:00:00Z', 'yesterday'],
  ['2031-06-01T12:00:00Z', 'next year'],
])('calls %s %s', ([datetime, words]) => {
  expect(show(`datetime="${datetime}"`).time?.textContent).toBe(words)
})

test('speaks the language of the element', () => {
  expect(show('datetime="2030-04-30" lang="de"').time?.textContent).toBe('gestern')
})

test('follows its attribute', () => {
  const { element, time } = show('datetime="2030-05-01T12:00:00Z"')
  element.setAttribute('datetime', '2030-05-01T11:00:00Z')
  expect(time?.textContent).toBe('1 hour ago')
  expect(time?.dateTime).toBe('2030-05-01T11:00:00.000Z')
})

test('grows older while the page is open', () => {
  const { time } = show('datetime="2030-05-01T12:00:00Z"')
  vi.advanceTimersByTime(5 * 60_000)
  expect(time?.textContent).toBe('5 minutes ago')
})

test('stops when it is taken out of the page', () => {
  const { element } = show('datetime="2030-05-01T12:00:00Z"')
  element.remove()
  expect(vi.getTimerCount()).toBe(0)
})

test('shows nothing for what is no date', () => {
  expect(show('datetime="soon"').time?.textContent).toBe('')
})
