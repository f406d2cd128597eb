import type { Payment, StatusReason } from '@billing-checkout/contract'
import { declines } from '@billing-checkout/contract'
import { addInterval, paymentAfter } from '@billing-checkout/domain'
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { ProcessorFacts, ProcessorOutcome } from '../processors/processor.ts'
import { loadPaymentRow, loadPayments } from '../store/payments.ts'
import { recordEvent } from '../store/record-event.ts'
import type { PaymentRow } from '../store/rows.ts'
import type { Write } from '../store/write.ts'
import { applyPaidPurpose } from './apply-paid-purpose.ts'
import type { Billing } from './billing.ts'
import { answerKeys } from './remember-answer.ts'

/** Which attempt is finished, and which holder of it is asking: an overtaken holder changes nothing. */
export interface AttemptHold {
  readonly paymentId: string
  readonly attemptId: string
  readonly fence: number
}

/**
 * Writes down what became of an attempt, once, whoever brings the news and however often (decisions 10, T2). An unknown
 * outcome leaves the payment PENDING and the attempt open, to be asked about later; it is never treated as a failure.
 */
export const finishAttempt = async (
  billing: Billing,
  work: Write,
  hold: AttemptHold,
  outcome: ProcessorOutcome,
): Promise<Payment> => {
  if (await isHeld(work, hold)) await applyOutcome(billing, work, hold, outcome)
  const [payment] = await loadPayments(work.db, work.organizationId, [hold.paymentId])
  await answerKeys(work, hold.paymentId, payment!)
  return payment!
}

const isHeld = async ({ db, organizationId }: Write, { attemptId, fence }: AttemptHold): Promise<boolean> => {
  const attempt = await db
    .selectFrom('attempts')
    .select(['state', 'fence'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', attemptId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return attempt.state === 'open' && attempt.fence === fence
}

const applyOutcome = async (
  billing: Billing,
  work: Write,
  hold: AttemptHold,
  outcome: ProcessorOutcome,
): Promise<void> => {
  if (outcome.kind === 'unknown') return askAgainSoon(billing, work, hold)
  const payment = (await loadPaymentRow(work.db, work.organizationId, hold.paymentId))!
  await closeAttempt(work, hold, outcome)
  if (outcome.kind === 'approved') {
    await updatePayment(work, payment, {
      ...factColumns(outcome.facts),
      paymentStatus: paymentAfter(paymentAfter(payment.paymentStatus, 'authorized'), 'captured'),
      statusReason: reason('approved', null, null),
      settlesAt: addInterval(work.now, 'days', 1),
    })
    const { storedToken } = outcome
    await applyPaidPurpose(
      work,
      payment.id,
      storedToken === null ? null : { processor: billing.processor.id, token: storedToken },
    )
  } else if (outcome.kind === 'declined') {
    await updatePayment(work, payment, {
      ...factColumns(outcome.facts),
      paymentStatus: paymentAfter(payment.paymentStatus, 'declined'),
      statusReason: reason('declined', outcome.declineCode, outcome.message),
    })
    await countDecline(billing, work, hold)
  } else {
    await updatePayment(work, payment, {
      paymentStatus: paymentAfter(payment.paymentStatus, 'failed'),
      statusReason: reason('failed', 'processing_error', outcome.message),
    })
  }
  const [presented] = await loadPayments(work.db, work.organizationId, [payment.id])
  await recordEvent(work, 'payment.updated', presented!)
}

/** Lets go of an attempt whose outcome is unknown, so that the processor is asked within seconds and not after the lease. */
const askAgainSoon = async ({ wallClock }: Billing, { db, organizationId }: Write, { attemptId }: AttemptHold) => {
  await db
    .updateTable('attempts')
    .set({ leaseUntil: new Date(Date.parse(wallClock()) + 5000).toISOString() })
    .where('organizationId', '=', organizationId)
    .where('id', '=', attemptId)
    .execute()
}

const closeAttempt = async (
  { db, organizationId, now }: Write,
  { attemptId }: AttemptHold,
  outcome: ProcessorOutcome,
): Promise<void> => {
  await db
    .updateTable('attempts')
    .set({ state: 'done', outcome: JSON.stringify(outcome), finishedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', attemptId)
    .execute()
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
const countDecline = async (billing: Billing, work: Write, { attemptId }: AttemptHold): Promise<void> => {
  const { request } = await work.db
    .selectFrom('attempts')
    .select('request')
    .where('organizationId', '=', work.organizationId)
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow()
  const address = hashAddress(billing, String(request['address']))
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
