import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { BookingForm } from './booking-form.tsx'

beforeEach(() => {
  vi.setSystemTime(new Date(2030, 4, 1, 12))
})

afterEach(() => {
  vi.useRealTimers()
})

async function renderForm(onBook = vi.fn(() => Promise.resolve())) {
  const screen = await render(<BookingForm onBook={onBook} />)
  return {
    screen,
    onBook,
    name: screen.getByLabelText('Name'),
    email: screen.getByLabelText('Email'),
    day: screen.getByLabelText('Day'),
    guests: screen.getByLabelText('Guests'),
    book: screen.getByRole('button', { name: 'Book' }),
  }
}

async function fillIn({ name, email, day }: Awaited<ReturnType<typeof renderForm>>) {
  await name.fill('Ada')
  await email.fill('ada@example.com')
  await day.fill('2030-05-03')
}

test('books a table', async () => {
  const form = await renderForm()
  await fillIn(form)
  await form.guests.fill('4')
  await form.book.click()

  await expect.element(form.screen.getByRole('status')).toMatchTextContent('A table for 4 is yours')
  expect(form.onBook).toHaveBeenCalledExactlyOnceWith({
    name: 'Ada',
    email: 'ada@example.com',
    day: '2030-05-03',
    guests: 4,
  })
})

test('books a table without a mouse', async () => {
  const form = await renderForm()
  form.name.element().focus()
  await userEvent.keyboard('Ada{Tab}ada@example.com{Enter}')
  await expect.element(form.day).toHaveFocus()
  await form.day.fill('2030-05-03')
  await userEvent.keyboard('{Enter}')

  await expect.element(form.screen.getByRole('status')).toMatchTextContent('See you soon, Ada!')
})

test('says what is missing and goes to the first mistake', async () => {
  const form = await renderForm()
  await form.book.click()

  await expect.element(form.name).toHaveAccessibleDescription('Whose table is it?')
  await expect.element(form.email).toBeInvalid()
  await expect.element(form.day).toBeInvalid()
  await expect.element(form.guests).toBeValid()
  await expect.element(form.name).toHaveFocus()
  expect(form.onBook).not.toHaveBeenCalled()
})

test('forgets a mistake as soon as it is mended', async () => {
  const form = await renderForm()
  await form.book.click()
  await form.name.fill('Ada')

  await expect.element(form.name).toBeValid()
  await expect.element(form.email).toBeInvalid()
})

test('cannot be sent twice', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const form = await renderForm(vi.fn(() => promise))
  await fillIn(form)
  await form.book.click()

  await expect.element(form.screen.getByRole('button', { name: 'Booking …' })).toBeDisabled()
  resolve()
  await expect.element(form.screen.getByRole('status')).toBeVisible()
})

test('keeps what was typed when the restaurant does not answer', async () => {
  const form = await renderForm(vi.fn(() => Promise.reject(new Error('offline'))))
  await fillIn(form)
  await form.book.click()

  await expect.element(form.screen.getByRole('alert')).toMatchTextContent('Nothing was booked')
  await expect.element(form.email).toHaveValue('ada@example.com')
  await expect.element(form.book).toBeEnabled()
})
