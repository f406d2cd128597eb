import { addInterval, paymentAfter } from '@billing-checkout/domain'
import type { FinalOutcome } from '../processors/processor.ts'
import type { PaymentRow } from '../store/rows.ts'
import type { Write } from '../store/write.ts'
import type { Billing } from './billing.ts'
import { losePayment } from './lose-payment.ts'
import { statusReason } from './status-reason.ts'
import { updatePayment } from './update-payment.ts'

/** Writes down what became of taking authorized money (decisions 8); without it the payment has failed after all. */
export const finishCapture = async (work: Write, payment: PaymentRow, outcome: FinalOutcome): Promise<void> => {
  if (outcome.kind !== 'approved') return losePayment(work, payment, outcome.message)
  updatePayment(work, payment, {
    paymentStatus: paymentAfter(payment.paymentStatus, 'captured'),
    settlesAt: addInterval(work.now, 'days', 1),
  })
}

/** Writes down what became of letting authorized money go; an authorization that could not be voided expires by itself. */
export const finishVoid = async (
  { logger }: Billing,
  work: Write,
  payment: PaymentRow,
  outcome: FinalOutcome,
): Promise<void> => {
  if (outcome.kind !== 'approved') {
    logger.warn(
      { payment: payment.id, reason: outcome.message },
      'an authorization could not be voided; it will expire',
    )
  }
  updatePayment(work, payment, {
    paymentStatus: paymentAfter(payment.paymentStatus, 'voided'),
    statusReason: statusReason('cancelled', null, 'The authorization was let go; no money was taken.'),
  })
}
