import type { ProcessorCall } from '../processors/call-processor.ts'
import type { PaymentRow } from '../store/rows.ts'
import { newId, type Write } from '../store/write.ts'
import type { Billing } from './billing.ts'
import { countAttempts } from './count-attempts.ts'
import { deriveReference } from './derive-reference.ts'
import type { Charge } from './find-charge.ts'
import { openAttempt } from './open-attempt.ts'

/** Money that a processor holds: by which charge, and by the processor's own id. */
export interface HeldMoney {
  readonly charge: Charge
  readonly transactionId: string
}

/** Writes down that authorized money is to be taken; `completeAttempts` makes the call a moment later. */
export const openCapture = (billing: Billing, work: Write, payment: PaymentRow, held: HeldMoney): Promise<void> =>
  openMovement(billing, work, payment, held, 'capture', (reference) => ({
    kind: 'capture',
    request: {
      reference,
      transactionId: held.transactionId,
      amount: payment.amount,
      currency: payment.currencyCode,
      at: work.now,
    },
  }))

/** Writes down that authorized money is to be let go; `completeAttempts` makes the call a moment later. */
export const openVoid = (billing: Billing, work: Write, payment: PaymentRow, held: HeldMoney): Promise<void> =>
  openMovement(billing, work, payment, held, 'void', (reference) => ({
    kind: 'void',
    request: { reference, transactionId: held.transactionId, at: work.now },
  }))

const openMovement = async (
  billing: Billing,
  work: Write,
  { id }: PaymentRow,
  { charge }: HeldMoney,
  kind: 'capture' | 'void',
  callOf: (reference: string) => ProcessorCall,
): Promise<void> => {
  const n = (await countAttempts(work, id, kind)) + 1
  const { reference, preimage } = deriveReference(work.organizationId, [kind, charge.processorKey, n])
  openAttempt(billing, work, {
    paymentId: id,
    attemptId: newId('att', work),
    connection: charge.connection,
    call: callOf(reference),
    preimage,
    notes: {},
    isLeftToOthers: true,
  })
}
