import type { CurrencyCode } from '@billing-checkout/contract'
import type { RequestIdentity } from '../http/call.ts'
import { presentLockedPayment } from '../store/payments.ts'
import { recordEvent } from '../store/record-event.ts'
import type { PaymentRow } from '../store/rows.ts'
import { newId, type Write } from '../store/write.ts'
import type { Billing } from './billing.ts'
import { countAttempts } from './count-attempts.ts'
import { deriveReference } from './derive-reference.ts'
import { findCharge } from './find-charge.ts'
import type { FinishedPayment } from './finished-payment.ts'
import { sharesOfNextRefund } from './shares-of-refunds.ts'
import { updatePayment } from './update-payment.ts'
import { type AttemptDraft, type OpenAttempt, openAttempt } from './open-attempt.ts'

/** What is given back, of which transaction, and by whom the call is made. */
interface RefundDraft extends Pick<AttemptDraft, 'isLeftToOthers'> {
  /** Minor units. */
  readonly amount: number
  readonly reason: string | null
  readonly transactionId: string
  /** Whose request this is, where somebody asked and may ask again. */
  readonly asked?: RequestIdentity | null | undefined
}

/** Writes a refund down before any money goes back; it counts as given from now on (decisions 8 and 10). */
export const openRefund = async (
  billing: Billing,
  work: Write,
  payment: PaymentRow,
  { amount, reason, transactionId, asked, isLeftToOthers }: RefundDraft,
): Promise<{ readonly attempt: OpenAttempt; readonly payment: PaymentRow }> => {
  const { db, organizationId, now } = work
  const refundId = newId('ref', work)
  const attemptId = newId('att', work)
  const [charge, earlier, shares] = await Promise.all([
    findCharge(work, payment.id),
    countAttempts(work, payment.id, 'refund'),
    sharesOfNextRefund(work, payment, amount),
  ])
  await db
    .insertInto('refunds')
    .values({
      organizationId,
      id: refundId,
      paymentId: payment.id,
      amount,
      ...shares,
      status: 'pending',
      reason,
      processorTransactionId: null,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  const refunded = updatePayment(work, payment, { refundedAmount: payment.refundedAmount + amount })
  recordEvent(work, 'refund.created', await presentLockedPayment(work, refunded))
  const { reference, preimage } = deriveReference(organizationId, ['refund', charge.processorKey, earlier + 1])
  const request = {
    reference,
    transactionId,
    amount,
    currency: payment.currencyCode,
    at: now,
  }
  const attempt = openAttempt(billing, work, {
    paymentId: payment.id,
    attemptId,
    connection: charge.connection,
    call: { kind: 'refund', request },
    preimage,
    asked,
    notes: { refundId, ...(asked && { asked: { caller: asked.caller, key: asked.key } }) },
    ...(isLeftToOthers && { isLeftToOthers }),
  })
  return { attempt, payment: refunded }
}

/** Money that a processor took beside what a payment costs. */
interface Surplus {
  readonly transactionId: string
  /** Minor units. */
  readonly amount: number
  readonly currency: CurrencyCode
}

/** Gives back what never counted as paid, and so does not count as refunded either; `completeAttempts` makes the call. */
export const giveBackSurplus = async (
  billing: Billing,
  work: Write,
  payment: PaymentRow,
  { transactionId, amount, currency }: Surplus,
): Promise<void> => {
  const [charge, earlier] = await Promise.all([findCharge(work, payment.id), countAttempts(work, payment.id, 'refund')])
  const { reference, preimage } = deriveReference(work.organizationId, ['refund', charge.processorKey, earlier + 1])
  openAttempt(billing, work, {
    paymentId: payment.id,
    attemptId: newId('att', work),
    connection: charge.connection,
    call: { kind: 'refund', request: { reference, transactionId, amount, currency, at: work.now } },
    preimage,
    notes: {},
    isLeftToOthers: true,
  })
}

/** Gives a whole payment back without being asked: the refund is written down here, and made by `completeAttempts`. */
export const giveBack = async (
  billing: Billing,
  work: Write,
  payment: PaymentRow,
  transactionId: string,
): Promise<FinishedPayment> => {
  const reason = 'The subscription was cancelled or changed while the charge was on its way.'
  const draft = { amount: payment.amount, reason, transactionId, isLeftToOthers: true } as const
  const { payment: refunded } = await openRefund(billing, work, payment, draft)
  return { payment: refunded }
}
