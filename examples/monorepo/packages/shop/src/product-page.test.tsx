import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { ProductPage } from './product-page.tsx'

const isPhone = innerWidth < 640
const offer = { price: 2000, discount: 25 }

test('adds as many as were asked for', async () => {
  const onBuy = vi.fn()
  const screen = await render(<ProductPage name="Teapot" offer={offer} onBuy={onBuy} />)
  await screen.getByLabelText('How many').fill('3')
  await screen.getByRole('button', { name: 'Add to basket' }).click()

  expect(onBuy).toHaveBeenCalledExactlyOnceWith(3)
})

test('shows the price of today', async () => {
  const screen = await render(<ProductPage name="Teapot" offer={offer} onBuy={() => {}} />)
  await expect.element(screen.getByLabelText('Now')).toHaveTextContent('€15.00')
})

test.runIf(isPhone)('keeps the button at the bottom of the screen', async () => {
  const screen = await render(<ProductPage name="Teapot" offer={offer} onBuy={() => {}} />)
  const { bottom } = screen.getByRole('region', { name: 'Buy' }).element().getBoundingClientRect()

  expect(bottom).toBe(innerHeight)
})

test.skipIf(isPhone)('has the price beside the picture', async () => {
  const screen = await render(<ProductPage name="Teapot" offer={offer} onBuy={() => {}} />)
  const buy = screen.getByRole('region', { name: 'Buy' }).element().getBoundingClientRect()
  const picture = document.querySelector('.picture')?.getBoundingClientRect()

  expect(buy.left).toBeGreaterThan(picture?.right ?? Infinity)
  expect(buy.top).toBe(picture?.top)
})
