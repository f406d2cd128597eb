import type { Checkout, SavedMethod } from '@billing-checkout/contract'

/**
 * Whether a saved card's last month is over at `wall` (ISO 8601). A method without a last month is never over: `null` sorts after digits.
 */
export const hasExpired = ({ exp_month: month, exp_year: year }: SavedMethod, wall: string): boolean =>
  `${year}-${String(month).padStart(2, '0')}` < wall.slice(0, 7)

/**
 * The saved method to offer first; null means a new card, which is what `update_method` is about. What a payment that is owed
 * failed with is not what the next one should be tried with.
 */
export const firstMethod = ({ payment_methods: methods, purpose, subscription, now }: Checkout): string | null => {
  if (purpose === 'update_method') return null
  const failed = subscription?.status === 'past_due' && subscription.method?.id
  return methods.find((method) => method.id !== failed && !hasExpired(method, now.wall))?.id ?? null
}

/** Whether the shopper may choose to keep a new card; a subscription always keeps it, a stranger never could. */
export const mayStore = ({ purpose, session }: Checkout): boolean => purpose === 'pay' && session.customer?.id != null
