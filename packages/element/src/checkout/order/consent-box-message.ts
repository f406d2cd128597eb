import type { Checkout, DigitalSupply } from '@billing-checkout/contract'
import type { MessageKey } from '../../messages/checkout-catalogue.ts'

/** The digital supply whose immediate start the shopper has to request before paying; null if there is none. */
export const immediateSupplyOf = ({ consent }: Checkout): Exclude<DigitalSupply, 'none'> | null => {
  const supply = consent.withdrawal?.supply ?? 'none'
  return supply === 'none' ? null : supply
}

/** The text of the checkbox that must be ticked before paying: a request for immediate supply, or else consent to the charges. */
export const consentBoxMessage = (checkout: Checkout): MessageKey => {
  const supply = immediateSupplyOf(checkout)
  return supply ? `withdrawal.${supply}` : 'consent.checkbox'
}
