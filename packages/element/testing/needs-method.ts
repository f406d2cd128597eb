import type { Checkout } from '@billing-checkout/contract'

/** As the server says it: not for what costs nothing, now and at every renewal. */
export const needsMethod = (purpose: Checkout['purpose'], quote: Checkout['quote']): boolean => {
  if (purpose === 'resume') return false
  if (purpose === 'change_plan') return quote?.due_now.amount !== 0
  const amounts = [quote?.due_now, quote?.next_charge, quote?.recurring].map((money) => money?.amount ?? 0)
  return quote === null || purpose === 'update_method' || amounts.some((amount) => amount > 0)
}
