import {
  type CreditEntry,
  type CustomerCredit,
  type ReturnedMoney,
  takeBack,
  type TakenCredit,
  type TaxRule,
  withdraw,
} from '@billing-checkout/domain'
import type { PaymentRow } from '../../store/rows.ts'
import type { TakenFromPeriod } from '../../store/schema/refunds.ts'
import { lockExistingSubscription } from '../../store/entities/subscriptions.ts'
import type { Write } from '../../store/writes/write.ts'
import { pricePart } from '../payments/shares-of-refunds.ts'
import { shortageOf } from '../payments/shortage-of.ts'
import { ledgerColumns, ledgerOf, priceIn, sourceOf } from '../subscriptions/credit-ledger.ts'
import { recheckCredit } from '../subscriptions/processed-columns.ts'
import { updateSubscription } from '../subscriptions/record-subscription.ts'
import { findCreditElsewhere, lockCredit, takeElsewhere, takingsOfSpent } from './credit-elsewhere.ts'

/**
 * Withdraws the money of a recorded refund or dispute from the credit that the payment became, wherever this credit is now. If there is no
 * such credit, withdraws it from the cost of the current period (DECISIONS 178). Returns what was withdrawn, so that it can be restored;
 * null if neither contains the payment's money.
 */
export const withdrawFromSubscription = async (
  work: Write,
  payment: PaymentRow,
  refunded: { readonly minor: number; readonly taxMinor: number },
): Promise<TakenFromPeriod | null> => {
  if (payment.subscriptionId === null) return null
  await lockCredit(work, payment)
  const subscription = await lockExistingSubscription(work, payment.subscriptionId)
  const { takable: places, spent } = await findCreditElsewhere(work, payment)
  const own = (subscription.creditEntries ?? []).find(({ source }) => source.id === payment.id)
  const paysPeriod = subscription.periodPaymentId === payment.id
  if (own === undefined && !paysPeriod && places.length + spent.length === 0) return null
  const minor = pricePart(payment, refunded.minor, refunded.taxMinor)
  const gone = { minor, keptMinor: (await priceKept(work, payment)) + minor }
  const { paidTax: rule } = subscription
  const source = sourceOf(payment.id)
  const isAllHere = places.length === 0
  const takings = isAllHere ? [] : takeBack([...places, ...ownPlace(own, rule)], gone, rule)
  const { ledger, withdrawn } = withdraw(
    ledgerOf(subscription),
    isAllHere ? { source, ...gone, paysPeriod } : { source, ...ownPart(own, takings), paysPeriod: false },
  )
  updateSubscription(work, subscription, { ...ledgerColumns(ledger), ...recheckCredit(subscription) })
  const elsewhere = takeElsewhere(work, [...places, ...spent], [...takings, ...takingsOfSpent(spent, gone)])
  if (withdrawn === null && elsewhere.length === 0) return null
  return {
    ...(withdrawn ?? { costMinor: 0, balanceMinor: 0 }),
    periodStart: subscription.currentPeriodStart,
    periodEnd: subscription.currentPeriodEnd,
    rule,
    ...(elsewhere.length > 0 && { elsewhere }),
  }
}

const ownId = 'own'

/** The credit that is still in the payment's own subscription, which is taken back last. */
const ownPlace = (own: CreditEntry | undefined, rule: TaxRule | null): readonly CustomerCredit[] =>
  own === undefined ? [] : [{ id: ownId, source: own.source, leftMinor: own.minor, rule }]

const ownPart = (own: CreditEntry | undefined, takings: readonly TakenCredit[]): ReturnedMoney => ({
  minor: takings.find(({ id }) => id === ownId)?.minor ?? 0,
  keptMinor: own?.minor ?? 0,
})

/**
 * The part of a payment's price that was collected and is neither refunded nor withdrawn by a dispute, in minor units. A refund that the
 * processor has not answered yet does not lower it.
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
