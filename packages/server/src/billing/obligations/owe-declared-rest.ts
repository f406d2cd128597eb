import { ceilToStep } from '@billing-checkout/domain'
import type { PaymentRow } from '../../store/rows.ts'
import type { OwedBack } from '../../store/schema/declarations.ts'
import type { Write } from '../../store/writes/write.ts'
import { transactionOf } from '../payments/transaction-of.ts'
import { openObligation } from './open-obligation.ts'
import { closedByOperator, leftToRefund } from './owed-refunds.ts'

/**
 * Owes what a consumer's declaration gives back of a payment and nothing refunds any more, because a refund that counted has failed or a
 * bank has decided a dispute for the merchant. What an operator has closed counts as given back. The caller has locked the payment.
 */
export const oweDeclaredRest = async (work: Write, payment: PaymentRow): Promise<void> => {
  const owed = await owedBackOf(work, payment)
  if (owed === undefined || payment.paymentStatus === 'FAILED') return
  const { leftMinor, givenBackMinor } = await leftToRefund(work, payment)
  const missingMinor = owed.amount - givenBackMinor - (await closedByOperator(work, payment))
  const amount = Math.min(ceilToStep(Math.max(missingMinor, 0), owed.step), leftMinor)
  if (amount === 0) return
  const { id: paymentId, currencyCode } = payment
  const { reason } = owed
  const transactionId = transactionOf(payment)
  const draft = { paymentId, amount, currencyCode, transactionId, reason, kind: 'refund', isCounted: true } as const
  openObligation(work, { ...draft, attemptId: null }, work.now)
}

/** The largest amount that a declaration gives back of a payment; `undefined` if none does. */
const owedBackOf = async ({ db }: Write, { id, subscriptionId }: PaymentRow): Promise<OwedBack | undefined> => {
  const effects = await db
    .selectFrom('declarationEffects')
    .select('owedBack')
    .where('contractId', 'in', subscriptionId === null ? [id] : [id, subscriptionId])
    .execute()
  return effects
    .flatMap(({ owedBack }) => owedBack)
    .filter(({ paymentId }) => paymentId === id)
    .toSorted((left, right) => right.amount - left.amount)[0]
}
