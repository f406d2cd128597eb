import { ceilToStep } from '@billing-checkout/domain'
import type { ObligationRow, PaymentRow } from '../../store/rows.ts'
import type { OwedBack } from '../../store/schema/declarations.ts'
import type { Write } from '../../store/writes/write.ts'
import { transactionOf } from '../payments/transaction-of.ts'
import { openObligation } from './open-obligation.ts'
import { minorClosedByOperator, roomForObligations, refundedForObligations } from './owed-refunds.ts'

/**
 * Owes the part of a payment that a consumer's declaration gives back and that no refund covers any longer, because a refund that counted
 * has failed or a bank has decided a dispute for the merchant. If an operator has closed an obligation, its amount counts as given back.
 * The caller has locked the payment.
 */
export const oweDeclaredRest = async (work: Write, payment: PaymentRow): Promise<void> => {
  const owed = await owedBackOf(work, payment)
  if (owed === undefined || payment.paymentStatus === 'FAILED') return
  const { leftMinor, givenBackMinor } = await roomForObligations(work, payment)
  const missingMinor = owed.amount - givenBackMinor - (await minorClosedByOperator(work, payment))
  const amount = Math.min(ceilToStep(Math.max(missingMinor, 0), owed.step), leftMinor)
  if (amount === 0) return
  const { id: paymentId, currencyCode } = payment
  const { reason } = owed
  const transactionId = transactionOf(payment)
  const draft = { paymentId, amount, currencyCode, transactionId, reason, kind: 'refund', isCounted: true } as const
  const dueAt = owed.refundAt !== null && owed.refundAt > work.now ? owed.refundAt : work.now
  openObligation(work, { ...draft, attemptId: null }, dueAt)
}

/** The reasons with which declarations open obligations. */
const declaredReasons: readonly string[] = ['withdrawal', 'cancellation'] satisfies readonly OwedBack['reason'][]

/**
 * The largest amount of a payment that an obligation may still refund, in minor units. If a declaration opened the obligation, this is the
 * whole amount that the declaration gives back, less what was refunded for it or by the merchant and what disputes have withdrawn; any
 * other obligation has no limit here. The caller has locked the payment.
 */
export const refundableFor = async (
  work: Write,
  payment: PaymentRow,
  { reason }: Pick<ObligationRow, 'reason'>,
): Promise<number> => {
  const owed = declaredReasons.includes(reason) ? await owedBackOf(work, payment) : undefined
  if (owed === undefined) return Infinity
  const forOthers = await refundedForObligations(work, payment, { except: declaredReasons })
  const missingMinor = owed.amount - (payment.refundedAmount - forOthers) - payment.disputedAmount
  return ceilToStep(Math.max(missingMinor, 0), owed.step)
}

/** The largest amount that a declaration gives back of a payment; `undefined` if no declaration gives any back. */
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
