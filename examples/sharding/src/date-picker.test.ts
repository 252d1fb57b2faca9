import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { datePicker } from './date-picker.ts'

const onChoose = vi.fn()

beforeEach(() => {
  onChoose.mockClear()
  const element = document.createElement('div')
  document.body.replaceChildren(element)
  datePicker(element, '2030-05-17', onChoose)
})

test('chooses with the mouse', async () => {
  const day = page.getByRole('button', { name: 'Monday, May 20, 2030' })
  await day.click()

  expect(onChoose).toHaveBeenCalledExactlyOnceWith('2030-05-20')
  await expect.element(day).toHaveFocus()
})

test('chooses with the keyboard', async () => {
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}{ArrowRight}{Enter}')

  expect(onChoose).toHaveBeenCalledExactlyOnceWith('2030-05-25')
})

test('turns the page', async () => {
  await userEvent.tab()
  await userEvent.keyboard('{PageDown}')

  await expect.element(page.getByRole('grid', { name: 'June 2030' })).toBeVisible()
  expect(onChoose).not.toHaveBeenCalled()
})
