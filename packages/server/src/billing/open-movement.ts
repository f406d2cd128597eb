import type { ProcessorCall } from '../processors/call-processor.ts'
import type { PaymentRow } from '../store/rows.ts'
import { newId, type Write } from '../store/write.ts'
import type { Billing } from './billing.ts'
import { openAttempt } from './open-attempt.ts'

/** Money that a processor holds: where, and by the processor's own id. */
export interface HeldMoney {
  readonly connection: string
  readonly transactionId: string
}

/** Writes down that authorized money is to be taken; `completeAttempts` makes the call a moment later. */
export const openCapture = (billing: Billing, work: Write, payment: PaymentRow, held: HeldMoney): void =>
  openMovement(billing, work, payment, held, (reference) => ({
    kind: 'capture',
    request: {
      reference: `${reference}:capture`,
      transactionId: held.transactionId,
      amount: payment.amount,
      currency: payment.currencyCode,
      at: work.now,
    },
  }))

/** Writes down that authorized money is to be let go; `completeAttempts` makes the call a moment later. */
export const openVoid = (billing: Billing, work: Write, payment: PaymentRow, held: HeldMoney): void =>
  openMovement(billing, work, payment, held, (reference) => ({
    kind: 'void',
    request: { reference: `${reference}:void`, transactionId: held.transactionId, at: work.now },
  }))

const openMovement = (
  billing: Billing,
  work: Write,
  { id }: PaymentRow,
  { connection }: HeldMoney,
  callOf: (attemptId: string) => ProcessorCall,
): void => {
  const attemptId = newId('att', work)
  openAttempt(billing, work, {
    paymentId: id,
    attemptId,
    connection,
    call: callOf(attemptId),
    notes: {},
    isLeftToOthers: true,
  })
}
