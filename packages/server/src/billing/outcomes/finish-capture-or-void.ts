import { paymentStatusAfter } from '@billing-checkout/domain'
import { presentLockedPayment } from '../../presenters/payments/load-payments.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { capturedColumns, statusReason, type PaymentChange, updatePayment } from '../payments/update-payment.ts'
import type { AnsweredAttempt, FinishedPayment } from '../answered-attempt.ts'
import { findChargeCall, transactionIdOfPayment } from '../payments/find-charge-call.ts'
import { failSettlement } from '../differences/finish-settlement.ts'
import { openCapture } from '../attempts/open-capture-or-void.ts'
import { openAutomaticRefund } from '../attempts/open-refund.ts'
import { oweShortfall } from '../differences/owe-shortfall.ts'

/** Records the outcome of the capture of authorized money. If the capture failed, the payment fails. */
export const finishCapture = async (
  billing: Billing,
  { work, payment, outcome, attempt }: AnsweredAttempt,
): Promise<FinishedPayment> => {
  const { call } = attempt.request
  const collected = outcome.kind === 'approved' ? (outcome.approvedAmount ?? payment.amount) : 0
  // Another request has used this reference and moved nothing, so the money is still authorized: capture it under another reference.
  if (collected === 0 && 'ofOtherRequest' in outcome && call?.kind === 'capture') {
    const { transactionId } = call.request
    await openCapture(billing, work, payment, { charge: await findChargeCall(work.db, payment.id), transactionId })
    return { payment }
  }
  if (outcome.kind !== 'approved') return { payment: await failSettlement(work, payment, outcome.message) }
  const captured = updatePayment(work, payment, {
    ...capturedColumns(work, payment.paymentStatus),
    ...(collected !== payment.amount && { collectedAmount: collected }),
  })
  if (collected !== payment.amount) await correctCapturedAmount(billing, work, captured, collected)
  return { payment: captured }
}

/**
 * If the processor captured more than the payment's amount, refunds the surplus. If it captured less, makes the subscription owe the
 * missing amount.
 */
const correctCapturedAmount = async (
  billing: Billing,
  work: Write,
  payment: PaymentRow,
  collected: number,
): Promise<void> => {
  const { id, amount, currencyCode, subscriptionId } = payment
  billing.logger.error({ payment: id, amount, collected }, 'a processor captured another sum than the payment’s')
  const surplus = {
    transactionId: transactionIdOfPayment(payment),
    currencyCode,
    amount: collected - amount,
    isCounted: false,
  }
  if (collected > amount) await openAutomaticRefund(billing, work, payment, { ...surplus, reason: otherSum })
  else if (subscriptionId !== null) await oweShortfall(work, payment)
  recordEvent(work, 'payment.outcome_differs', await presentLockedPayment(work, payment))
}

const otherSum = 'The processor had captured a different amount; the surplus is refunded.'

/**
 * Records the outcome of voiding an authorization. If the processor refused the void, the money may have been captured. So the payment
 * stays as it is, and the obligation to void the authorization stays open.
 */
export const finishVoid = ({ work, payment, outcome }: AnsweredAttempt): FinishedPayment => ({
  payment:
    outcome.kind === 'approved' && payment.paymentStatus === 'AUTHORIZED'
      ? updatePayment(work, payment, voidedColumns(payment))
      : payment,
})

/** The columns of a payment whose authorization was certainly released and never captured. */
export const voidedColumns = ({ paymentStatus }: PaymentRow): PaymentChange => ({
  paymentStatus: paymentStatusAfter(paymentStatus, 'voided'),
  statusReason: statusReason('cancelled', null, 'The authorization was voided; no money was taken.'),
})
