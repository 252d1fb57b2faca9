export { PriceTag } from './price-tag.tsx'
export { Disclosure } from './disclosure.tsx'
