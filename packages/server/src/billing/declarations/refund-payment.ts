import { collectedPart, type Timestamp } from '@billing-checkout/domain'
import { limitsAt } from '../../connections/limits-of.ts'
import { processorEvenIfPaused } from '../../processors/processors.ts'
import type { PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/write.ts'
import { openAutomaticRefund } from '../attempts/open-refund.ts'
import type { Billing } from '../billing.ts'
import { openObligation } from '../obligations/open-obligation.ts'
import { stillOwedOf } from '../obligations/owed-refunds.ts'
import { findCharge } from '../payments/find-charge.ts'
import { transactionOf } from '../payments/transaction-of.ts'
import type { DeclaredEffect } from './declared-effect.ts'

interface DeclaredRefund {
  /** Minor units of the payment's currency; at most what is left of the payment is refunded. */
  readonly amountMinor: number
  readonly reason: 'withdrawal' | 'cancellation'
  /** The earliest time of the refund; null for immediately. */
  readonly refundAt: Timestamp | null
}

/**
 * Owes the refund of a payment, in an amount that its processor can refund. Returns that refund; empty if nothing of the payment is left.
 */
export const refundPayment = async (
  billing: Billing,
  work: Write,
  payment: PaymentRow,
  { amountMinor, reason, refundAt }: DeclaredRefund,
): Promise<DeclaredEffect['refunds']> => {
  const amount = await refundableAmount(billing, work, payment, amountMinor)
  if (amount === 0) return []
  const owed = {
    amount,
    currencyCode: payment.currencyCode,
    transactionId: transactionOf(payment),
    isCounted: true,
    reason,
  }
  if (refundAt === null) await openAutomaticRefund(billing, work, payment, owed)
  else openObligation(work, { ...owed, kind: 'refund', paymentId: payment.id, attemptId: null }, refundAt)
  return [{ payment_id: payment.id, amount, currency: payment.currencyCode }]
}

/** The amount, rounded up to one that the processor can refund, but at most what is left of the payment. */
const refundableAmount = async (
  { processors }: Billing,
  work: Write,
  payment: PaymentRow,
  amountMinor: number,
): Promise<number> => {
  if (amountMinor === 0) return 0
  const { connection } = await findCharge(work.db, payment.id)
  const { step } = limitsAt(processorEvenIfPaused(processors, connection), payment.currencyCode)
  const owed = Math.max(await stillOwedOf(work, payment), 0)
  const left = Math.max(collectedPart(payment) - payment.refundedAmount - payment.disputedAmount - owed, 0)
  return Math.min(Math.ceil(amountMinor / step) * step, left)
}
