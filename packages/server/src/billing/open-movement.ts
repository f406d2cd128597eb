import type { ProcessorCall } from '../processors/call-processor.ts'
import type { PaymentRow } from '../store/rows.ts'
import { newId, type Write } from '../store/write.ts'
import type { Billing } from './billing.ts'
import { openAttempt } from './open-attempt.ts'

/** Writes down that authorized money is to be taken; `completeAttempts` makes the call a moment later. */
export const openCapture = (billing: Billing, work: Write, payment: PaymentRow, transactionId: string): void =>
  openMovement(billing, work, payment, (reference) => ({
    kind: 'capture',
    request: {
      reference: `${reference}:capture`,
      transactionId,
      amount: payment.amount,
      currency: payment.currencyCode,
      at: work.now,
    },
  }))

/** Writes down that authorized money is to be let go; `completeAttempts` makes the call a moment later. */
export const openVoid = (billing: Billing, work: Write, payment: PaymentRow, transactionId: string): void =>
  openMovement(billing, work, payment, (reference) => ({
    kind: 'void',
    request: { reference: `${reference}:void`, transactionId, at: work.now },
  }))

const openMovement = (
  billing: Billing,
  work: Write,
  { id }: PaymentRow,
  callOf: (attemptId: string) => ProcessorCall,
): void => {
  const attemptId = newId('att', work)
  openAttempt(billing, work, {
    paymentId: id,
    attemptId,
    call: callOf(attemptId),
    notes: {},
    isLeftToOthers: true,
  })
}
