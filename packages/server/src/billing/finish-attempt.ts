import type { Payment } from '@billing-checkout/contract'
import type { ProcessorOutcome } from '../processors/processor.ts'
import { loadPayments, lockPayment } from '../store/payments.ts'
import { recordEvent } from '../store/record-event.ts'
import type { AttemptRow } from '../store/rows.ts'
import type { Write } from '../store/write.ts'
import type { Billing } from './billing.ts'
import { finishAuthorization } from './finish-authorization.ts'
import { finishRefund } from './finish-refund.ts'
import type { AttemptHold } from './open-attempt.ts'
import { answerKeys } from './remember-answer.ts'

/**
 * Writes down what became of an attempt, once, whoever brings the news and however often (decisions 10, T2). An unknown
 * outcome leaves the payment as it is and the attempt open, to be asked about later; it is never treated as a failure.
 */
export const finishAttempt = async (
  billing: Billing,
  work: Write,
  hold: AttemptHold,
  outcome: ProcessorOutcome,
): Promise<Payment> => {
  const attempt = await lockHeld(work, hold)
  const payment =
    attempt === undefined || outcome.kind === 'unknown'
      ? await leaveOpen(billing, work, hold, attempt)
      : await applyOutcome(billing, work, attempt, outcome)
  await answerKeys(work, hold.paymentId, payment)
  return payment
}

const leaveOpen = async (
  billing: Billing,
  work: Write,
  hold: AttemptHold,
  attempt: AttemptRow | undefined,
): Promise<Payment> => {
  if (attempt !== undefined) await askAgainSoon(billing, work, hold)
  const [payment] = await loadPayments(work.db, work.organizationId, [hold.paymentId])
  return payment!
}

/** The attempt, locked, if it is still open and still this holder's. */
const lockHeld = async (
  { db, organizationId }: Write,
  { attemptId, fence }: AttemptHold,
): Promise<AttemptRow | undefined> => {
  const attempt = await db
    .selectFrom('attempts')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', attemptId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return attempt.state === 'open' && attempt.fence === fence ? attempt : undefined
}

/** How long after an unknown outcome the processor is asked again. */
export const askAgainSeconds = 5

/** Lets go of an attempt whose outcome is unknown, so that the processor is asked within seconds and not after the lease. */
const askAgainSoon = async (
  { wallClock }: Billing,
  { db, organizationId }: Write,
  { attemptId }: AttemptHold,
): Promise<void> => {
  await db
    .updateTable('attempts')
    .set({ leaseUntil: new Date(Date.parse(wallClock()) + askAgainSeconds * 1000).toISOString() })
    .where('organizationId', '=', organizationId)
    .where('id', '=', attemptId)
    .execute()
}

const applyOutcome = async (
  billing: Billing,
  work: Write,
  attempt: AttemptRow,
  outcome: Exclude<ProcessorOutcome, { kind: 'unknown' }>,
): Promise<Payment> => {
  await closeAttempt(work, attempt, outcome)
  const payment = (await lockPayment(work, attempt.paymentId))!
  const { notes } = attempt.request
  await (attempt.kind === 'refund'
    ? finishRefund(work, payment, outcome, notes)
    : finishAuthorization(billing, work, payment, outcome, notes))
  const [presented] = await loadPayments(work.db, work.organizationId, [payment.id])
  await recordEvent(work, attempt.kind === 'refund' ? 'refund.updated' : 'payment.updated', presented!)
  return presented!
}

const closeAttempt = async ({ db, organizationId, now }: Write, { id }: AttemptRow, outcome: ProcessorOutcome) => {
  await db
    .updateTable('attempts')
    .set({ state: 'done', outcome: JSON.stringify(outcome), finishedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
