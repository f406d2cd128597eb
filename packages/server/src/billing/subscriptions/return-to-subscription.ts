import { creditReturned, paidStatuses, required, restate, type TakenByRefund } from '@billing-checkout/domain'
import { claimById } from '../../store/entities/claims.ts'
import type { AcceptedRefundRow, PaymentRow } from '../../store/rows.ts'
import { lockExistingSubscription, type LockedSubscription } from '../../store/entities/subscriptions.ts'
import type { Write } from '../../store/write.ts'
import { creditOf, poolOf } from './credit.ts'
import { updateSubscription } from './record-subscription.ts'
import { paidTaxOf } from '../tax/paid-tax.ts'

/** What was taken of a subscription, and how the period was left since that it was taken of. */
export type Taking = Pick<AcceptedRefundRow, 'taken' | 'periodLeftAt' | 'nextClaimId'>

/**
 * Returns to a subscription what a refund or a dispute took of it, because that refund failed or the dispute was won after all. What was
 * taken of a period that is over becomes credit, as far as the period was left early: without the refund it would have been credit
 * already. Whoever leaves or moves a period notes it under the subscription's lock, so `load` reads what was taken under that lock: read
 * before, it may be from before a change that was waited for.
 */
export const returnToSubscription = async (
  work: Write,
  payment: PaymentRow,
  load: () => Promise<Taking>,
): Promise<void> => {
  if (payment.subscriptionId === null) return
  const subscription = await lockExistingSubscription(work, payment.subscriptionId)
  const { taken, periodLeftAt, nextClaimId } = await load()
  if (taken === null) return
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
    .where('paymentStatus', 'in', paidStatuses)
    .limit(1)
    .executeTakeFirst()
  if (paid !== undefined || owedClaimId === claimId) return null
  const [claim] = await find(claimById, [claimId])
  const { terms, draft } = required(claim, 'claim', claimId).quote
  return { priceMinor: terms.price.amount, creditMinor: creditOf(draft) }
}
