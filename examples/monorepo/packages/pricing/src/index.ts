/** In cents. */
export type Price = number

export interface Offer {
  price: Price
  /** In percent. */
  discount?: number
}

const money = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' })

export function finalPrice({ price, discount = 0 }: Offer): Price {
  return Math.round(price * (1 - discount / 100))
}

export function formatPrice(price: Price): string {
  return money.format(price / 100)
}
