import type { Checkout, DigitalSupply } from '@billing-checkout/contract'
import type { MessageKey } from '../../messages/checkout-catalogue.ts'

/** The digital supply whose immediate start the shopper has to request before paying; null if there is none. */
export const supplyAskedFor = ({ consent }: Checkout): Exclude<DigitalSupply, 'none'> | null => {
  const supply = consent.withdrawal?.supply ?? 'none'
  return supply === 'none' ? null : supply
}

/** The text of the checkbox that must be ticked before paying: a request for immediate supply, or else consent to the charges. */
export const boxWords = (checkout: Checkout): MessageKey => {
  const supply = supplyAskedFor(checkout)
  return supply ? `withdrawal.${supply}` : 'consent.checkbox'
}
