import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { monthView } from './month-view.ts'

test('names the month and the week', async () => {
  document.body.replaceChildren(monthView('2030-05-17'))

  await expect.element(page.getByRole('grid', { name: 'May 2030' })).toBeVisible()
  await expect.element(page.getByRole('rowheader', { name: '20' })).toBeVisible()
})

test('marks the chosen day, and only that', async () => {
  document.body.replaceChildren(monthView('2030-05-17'))

  const chosen = page.getByRole('button', { pressed: true })
  await expect.element(chosen).toHaveAccessibleName('Friday, May 17, 2030')
  await expect.element(chosen).toHaveAttribute('tabindex', '0')
  expect(document.querySelectorAll('button[tabindex="0"]')).toHaveLength(1)
})

test('shows the days of other months paler', async () => {
  document.body.replaceChildren(monthView('2030-05-17'))

  await expect
    .element(page.getByRole('button', { name: 'Monday, April 29, 2030' }))
    .toHaveStyle({ opacity: '0.4' })
})
