import type { ProcessorCall } from '../../processors/call-processor.ts'
import type { ObligationRow, PaymentRow } from '../../store/rows.ts'
import { newId } from '../../store/writes/new-id.ts'
import type { Write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { type Charge, findCharge } from '../payments/find-charge.ts'
import { noteTry, type ObligationDraft, openObligation } from '../obligations/open-obligation.ts'
import { countAttempts } from './count-attempts.ts'
import { deriveReference } from './derive-reference.ts'
import { type AttemptDraft, openAttempt } from './open-attempt.ts'

/** An authorization at a processor: the charge that made it, and the processor's transaction id. */
export interface HeldAuthorization {
  readonly charge: Charge
  readonly transactionId: string
}

/** Records that an authorization is to be captured; `completeAttempts` makes the call a moment later. */
export const openCapture = (
  billing: Billing,
  work: Write,
  payment: PaymentRow,
  { charge, transactionId }: HeldAuthorization,
): Promise<void> =>
  openCaptureOrVoid(billing, work, payment, {
    charge,
    attemptId: newId('att', work),
    kind: 'capture',
    notes: {},
    callOf: (reference) => ({
      kind: 'capture',
      request: {
        reference,
        transactionId,
        amount: payment.amount,
        currency: payment.currencyCode,
        at: work.now,
      },
    }),
  })

/** Records that an authorization has to be voided, and the obligation to do so. `completeAttempts` makes the call a moment later. */
export const openVoid = async (
  billing: Billing,
  work: Write,
  payment: PaymentRow,
  { charge, ...owed }: HeldAuthorization & Pick<ObligationDraft, 'amount' | 'currencyCode' | 'isCounted' | 'reason'>,
): Promise<void> => {
  const attemptId = newId('att', work)
  const id = openObligation(work, { ...owed, kind: 'void', paymentId: payment.id, attemptId })
  await openCaptureOrVoid(billing, work, payment, voidOf(work, { ...owed, id, charge, attemptId }))
}

/** Records another attempt to void an authorization, after the processor refused an earlier one. */
export const retryVoid = async (
  billing: Billing,
  work: Write,
  payment: PaymentRow,
  obligation: ObligationRow,
): Promise<void> => {
  const attemptId = newId('att', work)
  const charge = await findCharge(work.db, payment.id)
  noteTry(work, obligation, attemptId)
  await openCaptureOrVoid(billing, work, payment, voidOf(work, { ...obligation, charge, attemptId }))
}

const voidOf = (
  { now }: Write,
  { id, charge, attemptId, transactionId }: HeldAuthorization & { readonly id: string; readonly attemptId: string },
): Movement => ({
  charge,
  attemptId,
  kind: 'void',
  notes: { obligationId: id },
  callOf: (reference) => ({ kind: 'void', request: { reference, transactionId, at: now } }),
})

interface Movement extends Pick<AttemptDraft, 'attemptId' | 'notes'> {
  readonly charge: Charge
  readonly kind: 'capture' | 'void'
  readonly callOf: (reference: string) => ProcessorCall
}

const openCaptureOrVoid = async (
  billing: Billing,
  work: Write,
  { id }: PaymentRow,
  { charge, attemptId, kind, notes, callOf }: Movement,
): Promise<void> => {
  const n = (await countAttempts(work, id, kind)) + 1
  const { reference, preimage } = deriveReference(work.organizationId, [kind, charge.processorKey, n])
  const { connection } = charge
  const call = callOf(reference)
  openAttempt(billing, work, { paymentId: id, attemptId, connection, call, preimage, notes, callsAtOnce: false })
}
