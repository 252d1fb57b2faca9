import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-svelte'
import BillSplitter from './bill-splitter.svelte'

async function renderSplitter(names = ['Ada', 'Grace']) {
  const screen = await render(BillSplitter, { names })
  return {
    total: screen.getByLabelText('Total'),
    tip: screen.getByRole('slider', { name: 'Tip' }),
    guests: screen.getByRole('list', { name: 'Guests' }),
    newGuest: screen.getByLabelText('New guest'),
    remove: (name: string) => screen.getByRole('button', { name: `Remove ${name}` }),
  }
}

test('splits as you type', async () => {
  const { total, guests } = await renderSplitter()
  await total.fill('84.50')

  const shares = guests.getByRole('status')
  await expect.element(shares.first()).toHaveTextContent('€46.48')
  await expect.element(shares.last()).toHaveTextContent('€46.47')
})

test('tips more with the arrow keys', async () => {
  const { total, tip, guests } = await renderSplitter(['Ada'])
  await total.fill('100')
  tip.element().focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')

  await expect.element(guests.getByRole('status')).toHaveTextContent('€120.00')
})

test('shares again when someone comes or goes', async () => {
  const { total, guests, newGuest, remove } = await renderSplitter()
  await total.fill('30')
  await userEvent.type(newGuest, 'Edsger{Enter}')

  await expect.element(guests.getByRole('status').first()).toHaveTextContent('€11.00')
  await expect.element(newGuest).toHaveValue('')

  await remove('Grace').click()
  await expect.element(guests.getByRole('status').first()).toHaveTextContent('€16.50')
  await expect.element(remove('Edsger')).toBeVisible()
})

test('renames a guest', async () => {
  const { guests, remove } = await renderSplitter(['Ada'])
  await guests.getByLabelText('Name of guest').fill('Countess Lovelace')

  await expect.element(remove('Countess Lovelace')).toBeVisible()
})

test('says when everybody has left', async () => {
  const { guests, remove } = await renderSplitter(['Ada'])
  await remove('Ada').click()

  await expect.element(guests).toMatchTextContent('Nobody is here yet.')
})
