import { finalPrice, formatPrice, type Offer } from '@corner/pricing'
import './ui.css'

export function PriceTag(offer: Offer) {
  const price = formatPrice(finalPrice(offer))
  if (!offer.discount) return <strong className="price-tag">{price}</strong>
  return (
    <span className="price-tag">
      <del aria-label="Before">{formatPrice(offer.price)}</del>
      <strong aria-label="Now">{price}</strong>
    </span>
  )
}
