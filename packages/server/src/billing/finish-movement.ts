import { addInterval, paymentAfter } from '@billing-checkout/domain'
import type { FinalOutcome } from '../processors/processor.ts'
import type { AttemptRow, PaymentRow } from '../store/rows.ts'
import type { Write } from '../store/write.ts'
import type { Billing } from './billing.ts'
import type { FinishedPayment } from './finished-payment.ts'
import { findCharge } from './find-charge.ts'
import { losePayment } from './lose-payment.ts'
import { openCapture } from './open-movement.ts'
import { statusReason } from './status-reason.ts'
import { updatePayment } from './update-payment.ts'

/** Writes down what became of taking authorized money (decisions 8); without it the payment has failed after all. */
export const finishCapture = async (
  billing: Billing,
  work: Write,
  payment: PaymentRow,
  outcome: FinalOutcome,
  { request: { call } }: Pick<AttemptRow, 'request'>,
): Promise<FinishedPayment> => {
  // The money is still held: only the reference was used up, and the next try has another one.
  if (outcome.kind === 'failed' && outcome.ofOtherRequest && call?.kind === 'capture') {
    const { transactionId } = call.request
    await openCapture(billing, work, payment, { charge: await findCharge(work, payment.id), transactionId })
    return { payment }
  }
  if (outcome.kind !== 'approved') return { payment: await losePayment(work, payment, outcome.message) }
  const captured = updatePayment(work, payment, {
    paymentStatus: paymentAfter(payment.paymentStatus, 'captured'),
    settlesAt: addInterval(work.now, 'days', 1),
  })
  return { payment: captured }
}

/** Writes down what became of letting authorized money go; an authorization that could not be voided expires by itself. */
export const finishVoid = async (
  { logger }: Billing,
  work: Write,
  payment: PaymentRow,
  outcome: FinalOutcome,
): Promise<FinishedPayment> => {
  if (outcome.kind !== 'approved') {
    logger.warn(
      { payment: payment.id, reason: outcome.message },
      'an authorization could not be voided; it will expire',
    )
  }
  // A payment that failed has nothing to be let go of but what the processor holds.
  if (payment.paymentStatus !== 'AUTHORIZED') return { payment }
  const voided = updatePayment(work, payment, {
    paymentStatus: paymentAfter(payment.paymentStatus, 'voided'),
    statusReason: statusReason('cancelled', null, 'The authorization was let go; no money was taken.'),
  })
  return { payment: voided }
}
