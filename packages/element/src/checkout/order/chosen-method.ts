import type { Checkout, SavedMethod } from '@billing-checkout/contract'

/** Whether a saved card has expired at `wall` (ISO 8601). False for a method without an expiry, because `null` sorts after digits. */
export const hasExpired = ({ exp_month: month, exp_year: year }: SavedMethod, wall: string): boolean =>
  `${year}-${String(month).padStart(2, '0')}` < wall.slice(0, 7)

/**
 * The id of the saved method to preselect: the first that has not expired, except the method that failed to pay a past-due subscription.
 * Null means a new card, which is always the case for `update_method`.
 */
export const defaultMethod = ({ payment_methods: methods, purpose, subscription, now }: Checkout): string | null => {
  if (purpose === 'update_method') return null
  const failed = subscription?.status === 'past_due' && subscription.method?.id
  return methods.find((method) => method.id !== failed && !hasExpired(method, now.wall))?.id ?? null
}

/**
 * Whether the shopper may choose to save a new card. A subscription always saves the card; a one-off payment without a customer never
 * does.
 */
export const mayStoreCard = ({ purpose, session }: Checkout): boolean =>
  purpose === 'pay' && session.customer?.id != null
