import { declines, type Payment } from '@billing-checkout/contract'
import { addInterval, paymentAfter } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { FinalOutcome, ProcessorFacts } from '../processors/processor.ts'
import type { PaymentRow } from '../store/rows.ts'
import type { AttemptNotes } from '../store/schema.ts'
import type { Write } from '../store/write.ts'
import { applyPaidPurpose, type KeptToken } from './apply-paid-purpose.ts'
import type { Billing } from './billing.ts'
import { learntColumns } from './learnt-columns.ts'
import { finishUnpaidRenewal } from './dun-subscription.ts'
import { hashAddress } from './hash-address.ts'
import { openCapture, openVoid } from './open-movement.ts'
import { giveBack } from './open-refund.ts'
import { statusReason } from './status-reason.ts'
import { type PaymentChange, updatePayment } from './update-payment.ts'

/** Writes down what became of a charge or verification, and does what a paid one was for (decisions 8). */
export const finishAuthorization = async (
  billing: Billing,
  work: Write,
  payment: PaymentRow,
  outcome: FinalOutcome,
  notes: AttemptNotes,
): Promise<void> => {
  const { vaultId } = notes
  if (vaultId !== undefined && outcome.kind !== 'approved') {
    await billing.vault.forget(work.db, { organizationId: work.organizationId, id: vaultId })
  }
  switch (outcome.kind) {
    case 'approved':
      return finishApproved(
        billing,
        work,
        { ...payment, ...learntColumns(billing, notes, outcome) },
        { ...outcome, storedToken: billing.processor.needsCardNumber ? (vaultId ?? null) : outcome.storedToken },
      )
    case 'declined':
      updatePayment(work, payment, {
        ...factColumns(outcome.facts),
        ...methodColumns({ ...payment, ...learntColumns(billing, notes, outcome) }),
        paymentStatus: paymentAfter(payment.paymentStatus, 'declined'),
        statusReason: statusReason('declined', outcome.declineCode, outcome.message),
      })
      if (payment.purpose === 'renew') {
        await finishUnpaidRenewal(work, payment, {
          kind: 'declined',
          mayRetry: declines[outcome.declineCode].retryable,
        })
      }
      return countDecline(billing, work, notes.address)
    case 'abandoned':
      return updatePayment(work, payment, {
        ...factColumns(outcome.facts),
        paymentStatus: paymentAfter(payment.paymentStatus, 'abandoned'),
        statusReason: statusReason('cancelled', 'authentication_abandoned', outcome.message),
      })
    case 'failed':
      updatePayment(work, payment, {
        paymentStatus: paymentAfter(payment.paymentStatus, 'failed'),
        statusReason: statusReason('failed', 'processing_error', outcome.message),
      })
      if (payment.purpose === 'renew') await finishUnpaidRenewal(work, payment, { kind: 'failed' })
  }
}

type Approved = Extract<FinalOutcome, { kind: 'approved' }>

/** What was approved is captured, by the processor at once or by an attempt of its own; what nobody wants goes back. */
const finishApproved = async (billing: Billing, work: Write, payment: PaymentRow, outcome: Approved): Promise<void> => {
  const authorized = paymentAfter(payment.paymentStatus, 'authorized')
  // A verification holds no money, so there is nothing to capture.
  const captured = outcome.captured || payment.amount === 0
  const { transactionId } = outcome.facts
  updatePayment(work, payment, {
    ...factColumns(outcome.facts),
    ...methodColumns(payment),
    paymentStatus: captured ? paymentAfter(authorized, 'captured') : authorized,
    statusReason: statusReason('approved', null, null),
    settlesAt: captured ? addInterval(work.now, 'days', 1) : null,
  })
  const isWanted = await applyPaidPurpose(work, payment, keptToken(billing, outcome))
  if (!captured) await (isWanted ? openCapture : openVoid)(billing, work, payment, transactionId)
  else if (!isWanted) await giveBack(billing, work, payment, transactionId)
}

const keptToken = ({ processor }: Billing, { storedToken, facts }: Approved): KeptToken | null =>
  storedToken === null
    ? null
    : {
        processor: processor.id,
        token: storedToken,
        networkPaymentId: facts.networkPaymentId,
        authenticationId: facts.threeDSecure?.transaction_id ?? null,
      }

const methodColumns = ({ paymentMethod, fingerprint }: PaymentRow): PaymentChange => ({
  paymentMethod: paymentMethod && JSON.stringify(paymentMethod),
  fingerprint,
})

const factColumns = (facts: ProcessorFacts): PaymentChange => ({
  paymentTokenType: facts.tokenType,
  avsCheck: JSON.stringify({
    result: { postal_code: facts.avs.postalCode, street_address: facts.avs.streetAddress },
  } satisfies Payment['avs_check']),
  cvcCheck: JSON.stringify({ result: { cvc: facts.cvc } } satisfies Payment['cvc_check']),
  paymentDetails: JSON.stringify({
    arn: facts.arn,
    auth_code: facts.authCode,
    network_payment_id: facts.networkPaymentId,
    processor_transaction_id: facts.transactionId,
  } satisfies Payment['payment_details']),
  processor: JSON.stringify({
    description: facts.processor.description,
    id: facts.processor.id,
    processor_merchant_id: facts.processor.merchantId,
    type: facts.processor.type,
  } satisfies Payment['processor']),
  authentication: facts.threeDSecure && JSON.stringify(facts.threeDSecure),
})

/** Counts a decline against the shopper's address for this hour, so that nobody can try out stolen cards (decisions 3). */
export const countDecline = async (billing: Billing, work: Write, from: string | null | undefined): Promise<void> => {
  if (from == null) return
  const address = hashAddress(billing, from)
  await work.db
    .insertInto('declineCounts')
    .values({ organizationId: work.organizationId, address, hour: hourOf(billing.wallClock()), declines: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'address', 'hour'])
        .doUpdateSet({ declines: sql<number>`decline_counts.declines + 1` }),
    )
    .execute()
}

/** The full hour that a wall-clock time lies in. */
export const hourOf = (wall: string): string => `${wall.slice(0, 13)}:00:00.000Z`
