import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { PriceTag } from './price-tag.tsx'

test('shows a price', async () => {
  const screen = await render(<PriceTag price={1050} />)
  await expect.element(screen.getByText('€10.50')).toBeVisible()
})

test('shows what it was before', async () => {
  const screen = await render(<PriceTag price={2000} discount={25} />)
  await expect.element(screen.getByLabelText('Before')).toHaveTextContent('€20.00')
  await expect.element(screen.getByLabelText('Now')).toHaveTextContent('€15.00')
})
