import { declines, type Payment, type StatusReason } from '@billing-checkout/contract'
import { addInterval, paymentAfter } from '@billing-checkout/domain'
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { ProcessorFacts, ProcessorOutcome } from '../processors/processor.ts'
import type { PaymentRow } from '../store/rows.ts'
import type { AttemptNotes } from '../store/schema.ts'
import type { Write } from '../store/write.ts'
import { applyPaidPurpose } from './apply-paid-purpose.ts'
import type { Billing } from './billing.ts'
import { finishUnpaidRenewal } from './dun-subscription.ts'

/** Writes down what became of a charge or verification, and does what a paid one was for (decisions 8). */
export const finishAuthorization = async (
  billing: Billing,
  work: Write,
  payment: PaymentRow,
  outcome: Exclude<ProcessorOutcome, { kind: 'unknown' }>,
  notes: AttemptNotes,
): Promise<void> => {
  if (outcome.kind === 'approved') {
    await updatePayment(work, payment, {
      ...factColumns(outcome.facts),
      paymentStatus: paymentAfter(paymentAfter(payment.paymentStatus, 'authorized'), 'captured'),
      statusReason: reason('approved', null, null),
      settlesAt: addInterval(work.now, 'days', 1),
    })
    const { storedToken: token } = outcome
    await applyPaidPurpose(
      billing,
      work,
      payment.id,
      token === null ? null : { processor: billing.processor.id, token },
    )
  } else if (outcome.kind === 'declined') {
    await updatePayment(work, payment, {
      ...factColumns(outcome.facts),
      paymentStatus: paymentAfter(payment.paymentStatus, 'declined'),
      statusReason: reason('declined', outcome.declineCode, outcome.message),
    })
    if (payment.purpose === 'renew') {
      await finishUnpaidRenewal(work, payment, { kind: 'declined', mayRetry: declines[outcome.declineCode].retryable })
    }
    await countDecline(billing, work, notes)
  } else {
    await updatePayment(work, payment, {
      paymentStatus: paymentAfter(payment.paymentStatus, 'failed'),
      statusReason: reason('failed', 'processing_error', outcome.message),
    })
    if (payment.purpose === 'renew') await finishUnpaidRenewal(work, payment, { kind: 'failed' })
  }
}

type PaymentChange = Partial<
  Pick<PaymentRow, 'paymentStatus' | 'settlesAt' | 'paymentTokenType'> &
    Record<'statusReason' | 'avsCheck' | 'cvcCheck' | 'paymentDetails' | 'processor' | 'authentication', string | null>
>

const updatePayment = async ({ db, organizationId, now }: Write, payment: PaymentRow, change: PaymentChange) => {
  await db
    .updateTable('payments')
    .set({ ...change, updatedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', payment.id)
    .execute()
}

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

const reason = (status: string, declineCode: keyof typeof declines | null, message: string | null): string =>
  JSON.stringify({
    status,
    status_reason: {
      advice_code: declineCode && declines[declineCode].advice,
      decline_code: declineCode,
      message,
    },
  } satisfies StatusReason)

/** Counts a decline against the shopper's address for this hour, so that nobody can try out stolen cards (decisions 3). */
const countDecline = async (billing: Billing, work: Write, notes: AttemptNotes): Promise<void> => {
  if (notes.address === undefined) return
  const address = hashAddress(billing, notes.address)
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

/** A shopper's network address as it is stored: comparable, but not readable. */
export const hashAddress = (billing: Pick<Billing, 'fingerprintKey'>, address: string): string =>
  createHmac('sha256', billing.fingerprintKey).update(`address:${address}`).digest('base64url')

/** The full hour that a wall-clock time lies in. */
export const hourOf = (wall: string): string => `${wall.slice(0, 13)}:00:00.000Z`
