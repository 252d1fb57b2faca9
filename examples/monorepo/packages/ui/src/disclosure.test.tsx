import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Disclosure } from './disclosure.tsx'

test('opens with a click and closes with the keyboard', async () => {
  const screen = await render(<Disclosure title="Delivery">Two days.</Disclosure>)
  await expect.element(screen.getByText('Two days.')).not.toBeVisible()

  await screen.getByText('Delivery').click()
  await expect.element(screen.getByText('Two days.')).toBeVisible()

  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Two days.')).not.toBeVisible()
})
