import { creditReturned, required, restate, type TakenByRefund } from '@billing-checkout/domain'
import { claimById } from '../../store/claims.ts'
import type { AcceptedRefundRow, PaymentRow } from '../../store/rows.ts'
import type { TakenFromPeriod } from '../../store/schema/refunds.ts'
import { lockExistingSubscription, type LockedSubscription } from '../../store/subscriptions.ts'
import type { Write } from '../../store/write.ts'
import { creditOf, poolOf } from '../subscriptions/credit.ts'
import { updateSubscription } from '../subscriptions/record-subscription.ts'
import { paidTaxOf } from '../tax/paid-tax.ts'

/**
 * Returns to a subscription what a refund took of it, because that refund failed after all. What was taken of a period that is over
 * becomes credit, as far as the period was left early: without the refund it would have been credit already.
 */
export const returnToSubscription = async (
  work: Write,
  payment: PaymentRow,
  refund: Pick<AcceptedRefundRow, 'id' | 'taken'>,
): Promise<void> => {
  if (payment.subscriptionId === null || refund.taken === null) return
  const subscription = await lockExistingSubscription(work, payment.subscriptionId)
  const { taken, periodLeftAt, nextClaimId } = await loadTaken(work, refund)
  const isRunning = subscription.currentPeriodStart === taken.periodStart
  // Money that never came is behind no credit: it cannot be refunded any more.
  const isBehindCredit = subscription.periodPaymentId !== payment.id && payment.paymentStatus !== 'FAILED'
  const rule = await paidTaxOf(work.db, subscription)
  const returned = creditReturned(poolOf(subscription), {
    id: isBehindCredit ? payment.id : null,
    costMinor: restate(taken.costMinor, taken.rule, rule),
    balanceMinor: restate(taken.balanceMinor, taken.rule, rule),
    period: { start: taken.periodStart, end: taken.periodEnd },
    leftAt: periodLeftAt ?? (isRunning ? null : taken.periodEnd),
    unpaidNext: nextClaimId === null ? null : await findUnpaid(work, subscription, nextClaimId),
  })
  updateSubscription(work, subscription, {
    periodCostAmount: returned.costMinor,
    balanceAmount: returned.balanceMinor,
    creditedPayments: returned.credited.length === 0 ? null : JSON.stringify(returned.credited),
  })
}

/**
 * What a refund took, and how that period was left. Whoever leaves or moves a period notes it under the subscription's lock, so that it is
 * read under that lock as well: read before, it may be from before a change that was waited for.
 */
const loadTaken = async (
  { db }: Write,
  { id }: Pick<AcceptedRefundRow, 'id'>,
): Promise<Pick<AcceptedRefundRow, 'periodLeftAt' | 'nextClaimId'> & { readonly taken: TakenFromPeriod }> => {
  const { taken, ...left } = await db
    .selectFrom('acceptedRefunds')
    .select(['taken', 'periodLeftAt', 'nextClaimId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...left, taken: required(taken, 'what was taken by refund', id) }
}

/** The price of a claim and the credit that it was quoted with, if it was never paid and nobody is asked to pay it any more. */
const findUnpaid = async (
  { db, find }: Write,
  { owedClaimId }: LockedSubscription,
  claimId: string,
): Promise<TakenByRefund['unpaidNext']> => {
  const paid = await db
    .selectFrom('payments')
    .select('id')
    .where('claimId', '=', claimId)
    .where('paymentStatus', 'in', ['AUTHORIZED', 'SETTLING', 'SETTLED'])
    .limit(1)
    .executeTakeFirst()
  if (paid !== undefined || owedClaimId === claimId) return null
  const [claim] = await find(claimById, [claimId])
  const { terms, draft } = required(claim, 'claim', claimId).quote
  return { priceMinor: terms.price.amount, creditMinor: creditOf(draft) }
}
