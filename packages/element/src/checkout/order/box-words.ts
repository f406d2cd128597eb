import type { Checkout, DigitalSupply } from '@billing-checkout/contract'
import type { MessageKey } from '../../messages/checkout-catalogue.ts'

/** What the shopper asks to be supplied with before the time for withdrawal is over; null if there is nothing. */
export const supplyAskedFor = ({ consent }: Checkout): Exclude<DigitalSupply, 'none'> | null => {
  const supply = consent.withdrawal?.supply ?? 'none'
  return supply === 'none' ? null : supply
}

/** What the box says that has to be ticked before paying: that supply may begin at once, else that the charges are agreed to. */
export const boxWords = (checkout: Checkout): MessageKey => {
  const supply = supplyAskedFor(checkout)
  return supply ? `withdrawal.${supply}` : 'consent.checkbox'
}
