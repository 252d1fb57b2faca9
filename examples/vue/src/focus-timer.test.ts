import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-vue'
import FocusTimer from './focus-timer.vue'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

async function renderTimer() {
  const screen = await render(FocusTimer, { props: { minutes: 25 } })
  return {
    screen,
    clock: screen.getByRole('timer'),
    task: screen.getByLabelText('Task'),
    start: screen.getByRole('button', { name: 'Start' }),
    pause: screen.getByRole('button', { name: 'Pause' }),
  }
}

test('shows the minutes that are left', async () => {
  const { screen, clock, start } = await renderTimer()
  await expect.element(clock).toHaveTextContent('25:00')

  await start.click()
  vi.advanceTimersByTime(5 * 60_000 + 1000)

  await expect.element(clock).toHaveTextContent('19:59')
  await expect.element(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '20')
})

test('pauses and goes on', async () => {
  const { clock, start, pause, task } = await renderTimer()
  await start.click()
  await expect.element(task).toBeDisabled()
  vi.advanceTimersByTime(60_000)
  await pause.click()
  vi.advanceTimersByTime(60_000)

  await expect.element(clock).toHaveTextContent('24:00')
  await expect.element(task).toBeEnabled()
})

test('writes down what was done', async () => {
  const { screen, start, task } = await renderTimer()
  await task.fill('Read chapter three')
  await start.click()
  vi.advanceTimersByTime(25 * 60_000)

  const done = screen.getByRole('region', { name: 'Done today' })
  await expect.element(done.getByRole('listitem')).toHaveTextContent('Read chapter three')
  expect(screen.emitted('done')).toEqual([['Read chapter three']])
  await expect.element(start).toBeDisabled()
})

test('starts over', async () => {
  const { screen, clock, start } = await renderTimer()
  await start.click()
  vi.advanceTimersByTime(25 * 60_000)
  await screen.getByRole('button', { name: 'Reset' }).click()

  await expect.element(clock).toHaveTextContent('25:00')
  await expect.element(start).toBeEnabled()
})

test('keeps its styles to itself', async () => {
  const { screen } = await renderTimer()
  const ring = screen.getByRole('progressbar').element()

  expect(getComputedStyle(ring).borderRadius).toBe('50%')
  expect(ring.getAttributeNames().some((name) => name.startsWith('data-v-'))).toBe(true)
})
