import type { Checkout } from '@billing-checkout/contract'

/** Whether the server requires a payment method. A purchase needs none if nothing is due now or at any renewal. */
export const needsMethod = (purpose: Checkout['purpose'], quote: Checkout['quote']): boolean => {
  if (purpose === 'resume') return false
  if (purpose === 'change_plan') return quote?.due_now.amount !== 0
  const amounts = [quote?.due_now, quote?.next_charge, quote?.recurring].map((money) => money?.amount ?? 0)
  return quote === null || purpose === 'update_method' || amounts.some((amount) => amount > 0)
}
