import type { Payment } from '@billing-checkout/contract'
import type { FinalOutcome, ProcessorOutcome } from '../processors/processor.ts'
import { loadCustomerOfPayment } from '../store/customers.ts'
import { lockPayment, presentLockedPayment } from '../store/payments.ts'
import { recordEvent } from '../store/record-event.ts'
import type { AttemptRow, CustomerRow, PaymentRow } from '../store/rows.ts'
import type { Begun, Write } from '../store/write.ts'
import type { Billing } from './billing.ts'
import { finishAuthorization } from './finish-authorization.ts'
import { finishCapture, finishVoid } from './finish-movement.ts'
import { finishRefund } from './finish-refund.ts'
import type { FinishedPayment } from './finished-payment.ts'
import { nextActionOf } from './next-action.ts'
import type { AttemptHold } from './open-attempt.ts'
import { answerKeys } from './remember-answer.ts'
import { waitForShopper } from './wait-for-shopper.ts'

/**
 * Writes down what became of an attempt, once, whoever brings the news and however often (decisions 10, T2). An unknown
 * outcome leaves the payment as it is and the attempt open, to be asked about later; it is never treated as a failure.
 * `early` is what {@link lockAttempt} answered, if it was asked already.
 */
export const finishAttempt = async (
  billing: Billing,
  work: Write,
  hold: AttemptHold,
  outcome: ProcessorOutcome,
  early?: LockedAttempt,
): Promise<Payment> => {
  const { attempt, ...held } = early ?? (await lockAttempt(work, hold))
  const presented =
    attempt === undefined
      ? await presentLockedPayment(work, held.payment, { customer: held.customer })
      : await apply(billing, work, { ...held, attempt }, outcome)
  // Nobody asked for a renewal.
  if (held.payment.purpose !== 'renew') answerKeys(work, hold.paymentId, presented)
  return presented
}

/** A payment, locked, with its customer and the attempt that is about to be finished, if it is still its holder's. */
export interface LockedAttempt {
  readonly attempt: AttemptRow | undefined
  readonly payment: PaymentRow
  readonly customer: CustomerRow
}

/** An attempt and its payment, both locked. */
export interface HeldAttempt extends LockedAttempt {
  readonly attempt: AttemptRow
}

/** Locks what finishing an attempt needs; all of it is asked for at once. */
export const lockAttempt = async (begun: Begun, hold: AttemptHold): Promise<LockedAttempt> => {
  const [attempt, payment, customer] = await Promise.all([
    lockHeld(begun, hold),
    lockPayment(begun, hold.paymentId),
    loadCustomerOfPayment(begun, hold.paymentId),
  ])
  return { attempt, payment: payment!, customer }
}

const apply = async (billing: Billing, work: Write, held: HeldAttempt, outcome: ProcessorOutcome): Promise<Payment> => {
  const { attempt, payment, customer } = held
  if (outcome.kind === 'unknown') {
    askAgainSoon(billing, work, attempt)
    return presentLockedPayment(work, payment, { customer })
  }
  if (outcome.kind === 'action_required') {
    const waiting = await waitForShopper(work, held, outcome)
    return { ...waiting, ...nextActionOf(billing, { ...attempt, action: outcome.action }) }
  }
  return applyOutcome(billing, work, held, outcome)
}

/** The attempt, locked, if it is still open and still this holder's. */
const lockHeld = async (
  { db, organizationId }: Begun,
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
  held: HeldAttempt,
  outcome: FinalOutcome,
): Promise<Payment> => {
  const { attempt, customer } = held
  closeAttempt(work, attempt, outcome)
  const { payment, ...known } = await finish[attempt.kind]({ ...held, billing, work, outcome })
  // A checkout may have changed its customer just now.
  const company = payment.sessionId === null ? { customer, ...known } : known
  const presented = await presentLockedPayment(work, payment, company)
  recordEvent(work, attempt.kind === 'refund' ? 'refund.updated' : 'payment.updated', presented)
  return presented
}

interface Finished extends HeldAttempt {
  readonly billing: Billing
  readonly work: Write
  readonly outcome: FinalOutcome
}

const finishCharge = ({ billing, work, payment, attempt, outcome }: Finished) =>
  finishAuthorization(billing, work, payment, outcome, attempt.request.notes)

const finish: Readonly<Record<AttemptRow['kind'], (finished: Finished) => Promise<FinishedPayment>>> = {
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
