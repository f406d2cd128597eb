import { takeCredit } from '@billing-checkout/domain'
import type { PaymentRow } from '../../store/rows.ts'
import type { TakenFromPeriod } from '../../store/schema/refunds.ts'
import { lockExistingSubscription, type LockedSubscription } from '../../store/entities/subscriptions.ts'
import type { Write } from '../../store/write.ts'
import { pricePart } from '../payments/shares-of-refunds.ts'
import { poolOf } from './credit.ts'
import { updateSubscription } from './record-subscription.ts'
import { paidTaxOf, pricePartFor } from '../tax/paid-tax.ts'

/**
 * Takes money that goes back to its payer, by a refund or a dispute that is recorded already, out of what the running period cost, so
 * that it earns no credit at a plan change. Credit that it has become already is taken back, too (DECISIONS 54). Answers what was
 * taken, so that it can be returned.
 */
export const takeFromSubscription = async (
  work: Write,
  payment: PaymentRow,
  refunded: { readonly minor: number; readonly taxMinor: number },
): Promise<TakenFromPeriod | null> => {
  if (payment.subscriptionId === null) return null
  const subscription = await lockExistingSubscription(work, payment.subscriptionId)
  if (subscription.periodPaymentId === payment.id) {
    const part = await pricePartFor(work.db, subscription, payment, refunded)
    const periodCostAmount = Math.max(subscription.periodCostAmount - part, 0)
    updateSubscription(work, subscription, { periodCostAmount })
    return taken(work, subscription, { costMinor: periodCostAmount, balanceMinor: subscription.balanceAmount })
  }
  if (!subscription.creditedPayments?.some(({ id }) => id === payment.id)) return null
  const refundedMinor = pricePart(payment, refunded.minor, refunded.taxMinor)
  const keptMinor = (await priceKept(work, payment)) + refundedMinor
  const left = takeCredit(poolOf(subscription), { id: payment.id, refundedMinor, keptMinor })
  updateSubscription(work, subscription, {
    periodCostAmount: left.costMinor,
    balanceAmount: left.balanceMinor,
    creditedPayments: left.credited.length === 0 ? null : JSON.stringify(left.credited),
  })
  return taken(work, subscription, left)
}

const taken = async (
  { db }: Write,
  subscription: LockedSubscription,
  left: Pick<TakenFromPeriod, 'costMinor' | 'balanceMinor'>,
): Promise<TakenFromPeriod> => ({
  costMinor: subscription.periodCostAmount - left.costMinor,
  balanceMinor: subscription.balanceAmount - left.balanceMinor,
  periodStart: subscription.currentPeriodStart,
  periodEnd: subscription.currentPeriodEnd,
  rule: await paidTaxOf(db, subscription),
})

/**
 * The part of a payment's price that is neither refunded nor withdrawn by a dispute, in minor units. Refunds whose call has no answer
 * yet are still part of it.
 */
const priceKept = async ({ db }: Write, payment: PaymentRow): Promise<number> => {
  const [refunded, disputed] = await Promise.all([
    db
      .selectFrom('refunds')
      .select(({ fn, lit }) => [
        fn.coalesce(fn.sum<number>('amount'), lit(0)).as('amount'),
        fn.coalesce(fn.sum<number>('taxAmount'), lit(0)).as('taxAmount'),
      ])
      .where('paymentId', '=', payment.id)
      .where('status', '<>', 'failed')
      .where('processorTransactionId', 'is not', null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('disputes')
      .select(({ fn, lit }) => [
        fn.coalesce(fn.sum<number>('appliedAmount'), lit(0)).as('amount'),
        fn.coalesce(fn.sum<number>('appliedTaxAmount'), lit(0)).as('taxAmount'),
      ])
      .where('paymentId', '=', payment.id)
      .executeTakeFirstOrThrow(),
  ])
  const paid = pricePart(payment, payment.amount, payment.tax?.amount_tax ?? 0)
  const gone = [refunded, disputed].map((sum) => pricePart(payment, Number(sum.amount), Number(sum.taxAmount)))
  return paid - gone.reduce((all, part) => all + part, 0)
}
