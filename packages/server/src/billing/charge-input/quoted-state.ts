import type { PaymentRow } from '../../store/rows.ts'
import type { FrozenClaim, SubscriptionAtQuote } from '../../store/schema/claims.ts'
import { loadPaymentRow } from '../../store/entities/payments.ts'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import type { Write } from '../../store/writes/write.ts'
import type { QuotedSale } from './charge-draft.ts'

/** The state of the subscription that a sale's quote depends on; null if there is no subscription yet. */
export const quotedStateOf = ({ subscription, purpose, quote }: QuotedSale): SubscriptionAtQuote | null =>
  subscription === undefined
    ? null
    : subscriptionState(subscription, purpose === 'change_plan' || quote.creditsUnusedTime)

/**
 * Whether the subscription is still in the state that the claim was quoted on. The subscription should be, because changes lock its row and
 * are refused while a payment is pending; the check detects code that forgets the lock (DECISIONS 56). It ignores changes that affect no
 * price: notices, metadata, methods, and added credit. It also ignores that the payment of the current period failed after the quote,
 * because the next charge collects that money.
 */
export const isQuotedStateCurrent = async (
  { db }: Write,
  { quotedOn: quoted, creditsUnusedTime }: FrozenClaim,
  subscription: LockedSubscription,
  { purpose }: PaymentRow,
): Promise<boolean> => {
  const state = subscriptionState(subscription, purpose === 'change_plan' || creditsUnusedTime)
  if (isSameQuotedState(quoted, state)) return true
  const paidBy = quoted?.periodPaymentId ?? null
  if (paidBy === null || state.periodPaymentId !== null) return false
  if (!isSameQuotedState(quoted, { ...state, periodPaymentId: paidBy })) return false
  return (await loadPaymentRow(db, paidBy))?.paymentStatus === 'FAILED'
}

/** Whether two sales are quoted on the same state of a subscription. Two sales without a subscription also count as the same. */
export const isSameQuotedState = (one: SubscriptionAtQuote | null, other: SubscriptionAtQuote | null): boolean =>
  one === null || other === null
    ? one === other
    : (Object.keys(other) as (keyof SubscriptionAtQuote)[]).every((part) => one[part] === other[part])

const subscriptionState = (row: LockedSubscription, dependsOnCost: boolean): SubscriptionAtQuote => ({
  planId: row.planId,
  priceAmount: row.priceAmount,
  priceCurrency: row.priceCurrency,
  quantity: row.quantity,
  periodStart: row.currentPeriodStart,
  periodEnd: row.currentPeriodEnd,
  periodPaymentId: row.periodPaymentId,
  periodCostMinor: dependsOnCost ? row.periodCostAmount : null,
  owedClaimId: row.owedClaimId,
  isEnded: row.status === 'cancelled',
})

/** Whether a renewal's claim is still owed: for the next period, or for the current one if its payment failed. */
export const isRenewalStillOwed = (
  { period }: FrozenClaim,
  { currentPeriodEnd, owedClaimId }: LockedSubscription,
  { claimId }: PaymentRow,
): boolean =>
  owedClaimId === null ? period === undefined || period.start === currentPeriodEnd : owedClaimId === claimId
