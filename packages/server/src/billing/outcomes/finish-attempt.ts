import { secondsAfter } from '@billing-checkout/domain'
import type { Payment } from '@billing-checkout/contract'
import type { FinalOutcome, ProcessorOutcome } from '../../processors/processor.ts'
import { presentLockedPayment } from '../../presenters/payments/load-payments.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { AttemptNotes } from '../../store/schema/attempts.ts'
import type { AttemptRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { answerKey, answerKeys } from '../../store/requests/save-idempotent-response.ts'
import { secondsUntilNextQuery } from '../back-off.ts'
import type { Billing } from '../billing.ts'
import { finishTry } from '../obligations/open-obligation.ts'
import type { FinishedPayment } from '../payments/update-payment.ts'
import {
  type HeldAttempt,
  lockAttempt,
  type LockedAttempt,
  lockPaidRows,
  type PaidRows,
} from '../attempts/lock-attempt.ts'
import { nextActionOf } from '../sessions/next-action.ts'
import type { AttemptHold } from '../attempts/open-attempt.ts'
import { discoveredDetails } from './discovered-details.ts'
import { finishAuthorization, mayBeDouble } from './finish-authorization.ts'
import { finishCapture, finishVoid } from './finish-capture-or-void.ts'
import { finishRefund } from './finish-refund.ts'
import { approvalOfOtherRequest, bookEarlierCharge } from './finish-taken.ts'
import { finishTakenRefund } from './finish-taken-refund.ts'
import { unknownSecondsMax } from './unknown-seconds-max.ts'
import { waitForShopper } from './wait-for-shopper.ts'

/**
 * Records the outcome of an attempt only once, even if several callers report it repeatedly (DECISIONS 3). An unknown outcome leaves the
 * payment as it is and the attempt open until the processor is queried again; it is never treated as a failure. `locked` is the result of
 * {@link lockAttempt}, if the caller has called it already.
 */
export const finishAttempt = async (
  billing: Billing,
  work: Write,
  hold: AttemptHold,
  outcome: ProcessorOutcome,
  locked?: LockedAttempt,
): Promise<Payment> => {
  const { isHeld, ...held } = locked ?? (await lockAttempt(work, hold))
  const presented = isHeld
    ? await apply(billing, work, held, outcome)
    : await presentLockedPayment(work, held.payment, { customer: held.customer })
  answerRequester(work, held, presented)
  return presented
}

/** Stores the response for the request that began the payment or refund. No request began a renewal, capture or void. */
const answerRequester = (work: Write, { attempt, payment }: HeldAttempt, presented: Payment): void => {
  const { kind, request } = attempt
  if (kind === 'refund') answerRefund(work, request.notes, presented)
  else if ((kind === 'authorize' || kind === 'verify') && payment.purpose !== 'renew') {
    answerKeys(work, payment.id, presented)
  }
}

/** Stores the response for one refund. A payment may have several refunds in flight at once, so each request has its own response. */
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

/**
 * Shortens the lease of an attempt whose outcome is unknown, so that a worker queries the processor again within seconds, and after each
 * further try less often. After an hour, an event reports that the outcome is unknown.
 */
const askAgainLater = (work: Write, attempt: AttemptRow, presented: Payment): void => {
  const { leaseNow } = work
  const { id, tries, request, unknownReportedAt } = attempt
  const isToldNow = unknownReportedAt === null && secondsAfter(request.openedAt, unknownSecondsMax) <= leaseNow
  work.update(
    'attempts',
    { id },
    {
      leaseUntil: secondsAfter(leaseNow, secondsUntilNextQuery(tries)),
      awaitsRetry: true,
      tries: tries + 1,
      ...(isToldNow && { unknownReportedAt: leaseNow }),
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
  const paidRows = await paidRowsOf(billing, work, held, outcome)
  closeAttempt(work, attempt, outcome)
  const { payment, ...loaded } = await finish[attempt.kind]({ ...held, billing, work, outcome, paidRows })
  // If a checkout changed its customer in this transaction, `loaded` contains the changed customer.
  const presented = await presentLockedPayment(work, payment, { customer, ...loaded })
  recordEvent(work, attempt.kind === 'refund' ? 'refund.updated' : 'payment.updated', presented)
  await finishObligation(work, held, outcome, presented)
  return presented
}

/**
 * The rows that a paid charge changes. They are loaded before anything is written, so that all writes go out with the commit in one packet.
 * If another request may have bought the same thing, nothing is loaded here, because the e-mail address must be locked first. The account
 * of a wallet is known only from the processor's answer.
 */
const paidRowsOf = async (
  billing: Billing,
  work: Write,
  { attempt, payment }: HeldAttempt,
  outcome: FinalOutcome,
): Promise<PaidRows | undefined> =>
  outcome.kind === 'approved' && (attempt.kind === 'authorize' || attempt.kind === 'verify') && !mayBeDouble(attempt)
    ? lockPaidRows(work, { ...payment, ...discoveredDetails(billing, attempt.request.notes, outcome) })
    : undefined

/** If the attempt tried to meet an obligation, applies the outcome to that obligation. */
const finishObligation = async (
  work: Write,
  { attempt: { request } }: HeldAttempt,
  outcome: FinalOutcome,
  presented: Payment,
): Promise<void> => {
  const { obligationId } = request.notes
  if (obligationId === undefined) return
  await finishTry(work, obligationId, outcome, { payment: presented, leftMinor: leftOf(request, outcome) })
}

/** How much less than requested was refunded, in minor units, because the reference belonged to another request. */
const leftOf = ({ call }: AttemptRow['request'], outcome: FinalOutcome): number => {
  if (call?.kind !== 'refund' || outcome.kind !== 'approved') return 0
  return call.request.amount - (outcome.approvedAmount ?? call.request.amount)
}

interface OutcomeContext extends HeldAttempt {
  readonly billing: Billing
  readonly work: Write
  readonly outcome: FinalOutcome
  readonly paidRows: PaidRows | undefined
}

const finishCharge = ({ billing, work, payment, attempt, outcome, paidRows }: OutcomeContext) => {
  const taken = approvalOfOtherRequest(outcome, attempt, payment)
  const charge = { ...attempt, paidRows }
  return taken === undefined
    ? finishAuthorization(billing, work, payment, outcome, charge)
    : bookEarlierCharge(billing, work, payment, taken, charge)
}

const finishRefundAttempt = ({ billing, work, payment, attempt, outcome }: OutcomeContext) => {
  const taken = approvalOfOtherRequest(outcome, attempt, payment)
  return taken === undefined
    ? finishRefund(work, payment, outcome, attempt)
    : finishTakenRefund(billing, work, payment, taken, attempt)
}

const finish: Readonly<Record<AttemptRow['kind'], (finished: OutcomeContext) => Promise<FinishedPayment>>> = {
  authorize: finishCharge,
  verify: finishCharge,
  capture: ({ billing, work, payment, attempt, outcome }) => finishCapture(billing, work, payment, outcome, attempt),
  void: async ({ work, payment, outcome }) => finishVoid(work, payment, outcome),
  refund: finishRefundAttempt,
}

/** Closes an attempt; `handedOnTo` is the id of the attempt that replaces it over another connection. */
export const closeAttempt = (
  { update, now }: Pick<Write, 'update' | 'now'>,
  { id }: Pick<AttemptRow, 'id'>,
  outcome: FinalOutcome,
  handedOnTo: string | null = null,
): void => {
  update('attempts', { id }, { state: 'done', outcome: JSON.stringify(outcome), finishedAt: now, handedOnTo })
}
