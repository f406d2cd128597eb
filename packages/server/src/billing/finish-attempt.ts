import type { Payment } from '@billing-checkout/contract'
import type { FinalOutcome, ProcessorOutcome } from '../processors/processor.ts'
import { loadLockedPayment, lockPayment } from '../store/payments.ts'
import { recordEvent } from '../store/record-event.ts'
import type { AttemptRow, PaymentRow } from '../store/rows.ts'
import type { Write } from '../store/write.ts'
import type { Billing } from './billing.ts'
import { finishAuthorization } from './finish-authorization.ts'
import { finishCapture, finishVoid } from './finish-movement.ts'
import { finishRefund } from './finish-refund.ts'
import { nextActionOf } from './next-action.ts'
import type { AttemptHold } from './open-attempt.ts'
import { answerKeys } from './remember-answer.ts'
import { waitForShopper } from './wait-for-shopper.ts'

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
  const [attempt, payment] = await Promise.all([lockHeld(work, hold), lockPayment(work, hold.paymentId)])
  const presented =
    attempt === undefined
      ? await loadLockedPayment(work, hold.paymentId)
      : await apply(billing, work, { attempt, payment: payment! }, outcome)
  answerKeys(work, hold.paymentId, presented)
  return presented
}

/** An attempt and its payment, both locked. */
interface Held {
  readonly attempt: AttemptRow
  readonly payment: PaymentRow
}

const apply = async (billing: Billing, work: Write, held: Held, outcome: ProcessorOutcome): Promise<Payment> => {
  const { attempt } = held
  if (outcome.kind === 'unknown') {
    askAgainSoon(billing, work, attempt)
    return loadLockedPayment(work, attempt.paymentId)
  }
  if (outcome.kind === 'action_required') {
    const payment = await waitForShopper(work, attempt, outcome)
    return { ...payment, ...nextActionOf(billing, { ...attempt, action: outcome.action }) }
  }
  return applyOutcome(billing, work, held, outcome)
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
const askAgainSoon = ({ wallClock }: Billing, { db, send, organizationId }: Write, { id }: AttemptRow): void => {
  send(
    db
      .updateTable('attempts')
      .set({ leaseUntil: new Date(Date.parse(wallClock()) + askAgainSeconds * 1000).toISOString() })
      .where('organizationId', '=', organizationId)
      .where('id', '=', id),
  )
}

const applyOutcome = async (
  billing: Billing,
  work: Write,
  { attempt, payment }: Held,
  outcome: FinalOutcome,
): Promise<Payment> => {
  closeAttempt(work, attempt, outcome)
  await finish[attempt.kind]({ billing, work, payment, attempt, outcome })
  const presented = await loadLockedPayment(work, payment.id)
  recordEvent(work, attempt.kind === 'refund' ? 'refund.updated' : 'payment.updated', presented)
  return presented
}

interface Finished extends Held {
  readonly billing: Billing
  readonly work: Write
  readonly outcome: FinalOutcome
}

const finishCharge = ({ billing, work, payment, attempt, outcome }: Finished) =>
  finishAuthorization(billing, work, payment, outcome, attempt.request.notes)

const finish: Readonly<Record<AttemptRow['kind'], (finished: Finished) => Promise<void>>> = {
  authorize: finishCharge,
  verify: finishCharge,
  capture: ({ work, payment, outcome }) => finishCapture(work, payment, outcome),
  void: ({ billing, work, payment, outcome }) => finishVoid(billing, work, payment, outcome),
  refund: ({ work, payment, attempt, outcome }) => finishRefund(work, payment, outcome, attempt.request.notes),
}

const closeAttempt = ({ db, send, organizationId, now }: Write, { id }: AttemptRow, outcome: FinalOutcome): void => {
  send(
    db
      .updateTable('attempts')
      .set({ state: 'done', outcome: JSON.stringify(outcome), finishedAt: now })
      .where('organizationId', '=', organizationId)
      .where('id', '=', id),
  )
}
