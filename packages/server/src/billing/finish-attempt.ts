import type { Payment } from '@billing-checkout/contract'
import type { FinalOutcome, ProcessorOutcome } from '../processors/processor.ts'
import { findCustomer } from '../store/customers.ts'
import { lookup } from '../store/lookup.ts'
import { lockPayment, presentLockedPayment } from '../store/payments.ts'
import { recordEvent } from '../store/record-event.ts'
import type { AttemptNotes } from '../store/schema/attempts.ts'
import type { AttemptRow, CustomerRow, PaymentRow } from '../store/rows.ts'
import type { Begun, Write } from '../store/write.ts'
import { askedAgainSeconds, secondsAfter } from './back-off.ts'
import type { Billing } from './billing.ts'
import { finishAuthorization } from './finish-authorization.ts'
import { finishCapture, finishVoid } from './finish-movement.ts'
import { finishRefund } from './finish-refund.ts'
import { asTakenApproval, finishTakenCharge } from './finish-taken.ts'
import { finishTakenRefund } from './finish-taken-refund.ts'
import { finishTry } from './finish-try.ts'
import type { FinishedPayment } from './finished-payment.ts'
import { nextActionOf } from './next-action.ts'
import type { AttemptHold } from './open-attempt.ts'
import { openObligation } from './open-obligation.ts'
import { answerKey, answerKeys } from './remember-answer.ts'
import { unknownSecondsMax } from './unknown-seconds-max.ts'
import { waitForShopper } from './wait-for-shopper.ts'

/**
 * Writes down what became of an attempt, once, whoever brings the news and however often (DECISIONS 3). An unknown
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
  const { isHeld, ...held } = early ?? (await lockAttempt(work, hold))
  const presented = isHeld
    ? await apply(billing, work, held, outcome)
    : await presentLockedPayment(work, held.payment, { customer: held.customer })
  answerWhoAsked(work, held, presented)
  return presented
}

/** An attempt and its payment, both locked, and their customer. */
export interface HeldAttempt {
  readonly attempt: AttemptRow
  readonly payment: PaymentRow
  readonly customer: CustomerRow
}

/** The same, where the attempt may have been finished or taken up by somebody else in the meantime. */
export interface LockedAttempt extends HeldAttempt {
  readonly isHeld: boolean
}

/** Locks what finishing an attempt needs; all of it is asked for at once. */
export const lockAttempt = async (begun: Begun, hold: AttemptHold): Promise<LockedAttempt> => {
  const [attempt, payment, early] = await Promise.all([
    lockRow(begun, hold),
    lockPayment(begun, hold.paymentId),
    hold.customerId === undefined ? undefined : findCustomer(begun, hold.customerId),
  ])
  const customer = early ?? (await findCustomer(begun, payment!.customerId))
  const isHeld = attempt.state === 'open' && attempt.fence === hold.fence
  return { isHeld, attempt, payment: payment!, customer: customer! }
}

/** Whoever asked for a payment or a refund, and hears of it here first; nobody asked for a renewal, a capture or a void. */
const answerWhoAsked = (work: Write, { attempt, payment }: HeldAttempt, presented: Payment): void => {
  const { kind, request } = attempt
  if (kind === 'refund') answerRefund(work, request.notes, presented)
  else if ((kind === 'authorize' || kind === 'verify') && payment.purpose !== 'renew') {
    answerKeys(work, payment.id, presented)
  }
}

/** A payment may have several refunds on their way at once, each with an answer of its own. */
const answerRefund = (work: Write, { asked }: AttemptNotes, presented: Payment): void => {
  if (asked !== undefined) answerKey(work, asked, presented)
}

const apply = async (billing: Billing, work: Write, held: HeldAttempt, outcome: ProcessorOutcome): Promise<Payment> => {
  const { attempt, payment, customer } = held
  if (outcome.kind === 'unknown' || outcome.kind === 'taken') {
    const presented = await presentLockedPayment(work, payment, { customer })
    askAgainLater(work, attempt, presented)
    return presented
  }
  if (outcome.kind === 'action_required') {
    const waiting = await waitForShopper(billing, work, held, outcome)
    return { ...waiting, ...nextActionOf(billing, { ...attempt, action: outcome.action }) }
  }
  return applyOutcome(billing, work, held, outcome)
}

const lockRow = async ({ find, organizationId }: Begun, { attemptId }: AttemptHold): Promise<AttemptRow> =>
  (await find(lockedById, [organizationId, attemptId]))[0]!

const lockedById = lookup('attempts', ['organizationId', 'id'], { lock: 'wait' })

/**
 * Lets go of an attempt whose outcome is unknown, so that the processor is asked within seconds and not after the lease; the
 * more often it was asked without telling, the later. Who waits for it for an hour is told that nobody knows.
 */
const askAgainLater = (work: Write, attempt: AttemptRow, presented: Payment): void => {
  const { organizationId, leaseNow } = work
  const { id, askedCount, request, toldUnknownAt } = attempt
  const isToldNow = toldUnknownAt === null && secondsAfter(request.openedAt, unknownSecondsMax) <= leaseNow
  work.update(
    'attempts',
    { organizationId, id },
    {
      leaseUntil: secondsAfter(leaseNow, askedAgainSeconds(askedCount)),
      rests: true,
      askedCount: askedCount + 1,
      ...(isToldNow && { toldUnknownAt: leaseNow }),
    },
  )
  if (isToldNow) recordEvent(work, 'payment.outcome_unknown', presented)
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
  await finishObligation(work, held, outcome, presented)
  return presented
}

/** What the outcome means for what we owe. A void that an earlier version opened becomes an obligation where it is refused. */
const finishObligation = async (
  work: Write,
  { attempt: { id: attemptId, kind, request }, payment }: HeldAttempt,
  outcome: FinalOutcome,
  presented: Payment,
): Promise<void> => {
  const { obligationId } = request.notes
  if (obligationId !== undefined) {
    return finishTry(work, obligationId, outcome, { payment: presented, leftMinor: leftOf(request, outcome) })
  }
  if (kind !== 'void' || request.call?.kind !== 'void' || outcome.kind === 'approved') return
  const { transactionId } = request.call.request
  const reason = 'The authorization is not wanted any more.'
  const { id: paymentId, amount, currencyCode } = payment
  openObligation(work, { paymentId, kind, amount, currencyCode, transactionId, isCounted: true, reason, attemptId })
}

/** How much less went back than was to: another request stood under the reference. */
const leftOf = ({ call }: AttemptRow['request'], outcome: FinalOutcome): number => {
  if (call?.kind !== 'refund' || outcome.kind !== 'approved') return 0
  return call.request.amount - (outcome.approvedAmount ?? call.request.amount)
}

interface Finished extends HeldAttempt {
  readonly billing: Billing
  readonly work: Write
  readonly outcome: FinalOutcome
}

const finishCharge = ({ billing, work, payment, attempt, outcome }: Finished) => {
  const taken = asTakenApproval(outcome, attempt, payment)
  return taken === undefined
    ? finishAuthorization(billing, work, payment, outcome, attempt)
    : finishTakenCharge(billing, work, payment, taken, attempt)
}

const finishGivingBack = ({ billing, work, payment, attempt, outcome }: Finished) => {
  const taken = asTakenApproval(outcome, attempt, payment)
  return taken === undefined
    ? finishRefund(work, payment, outcome, attempt.request.notes)
    : finishTakenRefund(billing, work, payment, taken, attempt)
}

const finish: Readonly<Record<AttemptRow['kind'], (finished: Finished) => Promise<FinishedPayment>>> = {
  authorize: finishCharge,
  verify: finishCharge,
  capture: ({ billing, work, payment, attempt, outcome }) => finishCapture(billing, work, payment, outcome, attempt),
  void: async ({ work, payment, outcome }) => finishVoid(work, payment, outcome),
  refund: finishGivingBack,
}

const closeAttempt = ({ update, organizationId, now }: Write, { id }: AttemptRow, outcome: FinalOutcome): void => {
  update('attempts', { organizationId, id }, { state: 'done', outcome: JSON.stringify(outcome), finishedAt: now })
}
