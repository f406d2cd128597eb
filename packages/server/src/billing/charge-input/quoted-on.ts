import type { PaymentRow } from '../../store/rows.ts'
import type { FrozenClaim, QuotedOn } from '../../store/schema/claims.ts'
import type { LockedSubscription } from '../../store/subscriptions.ts'
import type { SoldView } from './sale.ts'

/** What of its subscription a sale is quoted on; `undefined` where there is none yet. */
export const quotedOn = ({ subscription, purpose }: SoldView): QuotedOn | undefined =>
  subscription && basisOf(subscription, purpose)

/**
 * Whether the subscription that was paid for is still what the claim was quoted on. The lock of its row
 * guarantees that; this guards against code that forgets to take it. What changes no price (a notice, metadata, a method, credit
 * that joined the balance meanwhile) is not asked about. Claims of earlier releases say nothing.
 */
export const isStillQuotedOn = (
  { quotedOn: quoted }: FrozenClaim,
  subscription: LockedSubscription,
  { purpose }: PaymentRow,
): boolean => quoted === undefined || isSameBasis(quoted, basisOf(subscription, purpose))

/** Whether two sales are quoted on the same state of a subscription, or both on none. */
export const isSameBasis = (one: QuotedOn | undefined, other: QuotedOn | undefined): boolean =>
  one === undefined || other === undefined
    ? one === other
    : (Object.keys(other) as (keyof QuotedOn)[]).every((part) => one[part] === other[part])

const basisOf = (row: LockedSubscription, purpose: SoldView['purpose']): QuotedOn => ({
  planId: row.planId,
  priceAmount: row.priceAmount,
  priceCurrency: row.priceCurrency,
  periodStart: row.currentPeriodStart,
  periodEnd: row.currentPeriodEnd,
  periodPaymentId: row.periodPaymentId,
  periodCostMinor: purpose === 'change_plan' ? row.periodCostAmount : null,
  owedClaimId: row.owedClaimId,
  isEnded: row.status === 'cancelled',
})

/** Whether a renewal's claim is still what the subscription owes: the next period, or the running one once more. */
export const isStillOwed = (
  { period }: FrozenClaim,
  { currentPeriodEnd, owedClaimId }: LockedSubscription,
  { claimId }: PaymentRow,
): boolean =>
  owedClaimId === null ? period === undefined || period.start === currentPeriodEnd : owedClaimId === claimId
