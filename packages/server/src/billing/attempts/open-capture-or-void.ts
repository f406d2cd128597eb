import type { ProcessorCall } from '../../processors/call-processor.ts'
import type { ObligationRow, PaymentRow } from '../../store/rows.ts'
import { newId } from '../../store/writes/new-id.ts'
import type { Write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { recordLatestTry, type ObligationDraft, openObligation } from '../obligations/open-obligation.ts'
import { type ChargeCall, findChargeCall } from '../payments/find-charge-call.ts'
import { countAttempts, deriveReference } from './derive-reference.ts'
import { type AttemptDraft, openAttempt } from './open-attempt.ts'

/** An authorization at a processor: the charge that made it, and the processor's transaction id. */
export interface HeldAuthorization {
  readonly charge: ChargeCall
  readonly transactionId: string
}

/** Records that an authorization is to be captured; `completeAttempts` makes the call a moment later. */
export const openCapture = (
  billing: Billing,
  work: Write,
  payment: PaymentRow,
  authorization: HeldAuthorization,
): Promise<void> =>
  openMovement(billing, work, payment, { ...authorization, kind: 'capture', attemptId: newId('att', work), notes: {} })

/** Records that an authorization has to be voided, and the obligation to do so. `completeAttempts` makes the call a moment later. */
export const openVoid = async (
  billing: Billing,
  work: Write,
  payment: PaymentRow,
  { charge, ...owed }: HeldAuthorization & Pick<ObligationDraft, 'amount' | 'currencyCode' | 'isCounted' | 'reason'>,
): Promise<void> => {
  const attemptId = newId('att', work)
  const { transactionId } = owed
  const obligationId = openObligation(work, { ...owed, kind: 'void', paymentId: payment.id, attemptId })
  await openMovement(billing, work, payment, {
    charge,
    transactionId,
    kind: 'void',
    attemptId,
    notes: { obligationId },
  })
}

/** Records another attempt to void an authorization, after an earlier one left the money held. */
export const retryVoid = async (
  billing: Billing,
  work: Write,
  payment: PaymentRow,
  obligation: ObligationRow,
): Promise<void> => {
  const attemptId = newId('att', work)
  const { id: obligationId, transactionId } = obligation
  const charge = await findChargeCall(work.db, payment.id)
  recordLatestTry(work, obligation, attemptId)
  await openMovement(billing, work, payment, {
    charge,
    transactionId,
    kind: 'void',
    attemptId,
    notes: { obligationId },
  })
}

interface Movement extends HeldAuthorization, Pick<AttemptDraft, 'attemptId' | 'notes'> {
  readonly kind: 'capture' | 'void'
}

const openMovement = async (
  billing: Billing,
  work: Write,
  { id: paymentId, amount, currencyCode: currency }: PaymentRow,
  { charge, transactionId, kind, attemptId, notes }: Movement,
): Promise<void> => {
  const n = (await countAttempts(work, paymentId, kind)) + 1
  const { reference, preimage } = deriveReference(work.organizationId, [kind, charge.processorKey, n])
  const { connection } = charge
  const request = { reference, transactionId, at: work.now }
  const call: ProcessorCall = kind === 'void' ? { kind, request } : { kind, request: { ...request, amount, currency } }
  openAttempt(billing, work, { paymentId, attemptId, connection, call, preimage, notes, callsAtOnce: false })
}
