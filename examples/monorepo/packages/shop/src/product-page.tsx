import type { Offer } from '@corner/pricing'
import { Disclosure, PriceTag } from '@corner/ui'
import { useState } from 'react'
import './product-page.css'

interface ProductPageProps {
  name: string
  offer: Offer
  onBuy: (count: number) => void
}

export function ProductPage({ name, offer, onBuy }: ProductPageProps) {
  const [count, setCount] = useState(1)
  return (
    <main className="product">
      <h1>{name}</h1>
      <div className="picture" aria-hidden="true" />
      <section className="buy" aria-label="Buy">
        <PriceTag {...offer} />
        <input
          type="number"
          min={1}
          aria-label="How many"
          value={count}
          onChange={(event) => setCount(event.target.valueAsNumber)}
        />
        <button type="button" onClick={() => onBuy(count)}>
          Add to basket
        </button>
      </section>
      <Disclosure title="Delivery">Two days, by bicycle.</Disclosure>
    </main>
  )
}
