import { withdraw } from '@billing-checkout/domain'
import type { PaymentRow } from '../../store/rows.ts'
import type { TakenFromPeriod } from '../../store/schema/refunds.ts'
import { lockExistingSubscription } from '../../store/entities/subscriptions.ts'
import type { Write } from '../../store/write.ts'
import { pricePart } from '../payments/shares-of-refunds.ts'
import { shortageOf } from '../payments/shortage-of.ts'
import { ledgerColumns, ledgerOf, priceIn, sourceOf } from './credit-ledger.ts'
import { updateSubscription } from './record-subscription.ts'

/**
 * Withdraws money that goes back to its payer, by a refund or a dispute that is recorded already, from its subscription: from the
 * credit that it became, otherwise from what the running period cost (DECISIONS 124). Returns what was withdrawn, so that it can be
 * restored; null if the money is no part of either.
 */
export const withdrawFromSubscription = async (
  work: Write,
  payment: PaymentRow,
  refunded: { readonly minor: number; readonly taxMinor: number },
): Promise<TakenFromPeriod | null> => {
  if (payment.subscriptionId === null) return null
  const subscription = await lockExistingSubscription(work, payment.subscriptionId)
  const isSource = (subscription.creditEntries ?? []).some(({ source }) => source.id === payment.id)
  const paysPeriod = subscription.periodPaymentId === payment.id
  if (!isSource && !paysPeriod) return null
  const minor = pricePart(payment, refunded.minor, refunded.taxMinor)
  const { ledger, withdrawn } = withdraw(ledgerOf(subscription), {
    source: sourceOf(payment.id),
    minor,
    keptMinor: (await priceKept(work, payment)) + minor,
    paysPeriod,
  })
  updateSubscription(work, subscription, ledgerColumns(ledger))
  return (
    withdrawn && {
      ...withdrawn,
      periodStart: subscription.currentPeriodStart,
      periodEnd: subscription.currentPeriodEnd,
      rule: subscription.paidTax,
    }
  )
}

/**
 * The part of a payment's price that was collected and is neither refunded nor withdrawn by a dispute, in minor units. Refunds whose call has no answer
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
  const gone = [refunded, disputed].map((sum) => pricePart(payment, Number(sum.amount), Number(sum.taxAmount)))
  const short = shortageOf(payment)
  const paid = priceIn(payment) - pricePart(payment, short.minor, short.taxMinor)
  return paid - gone.reduce((all, part) => all + part, 0)
}
