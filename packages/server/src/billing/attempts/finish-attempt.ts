import { isInvalidDataError, repeatDuringOutage } from '@billing-checkout/database/errors'
import { addSeconds } from '@billing-checkout/domain'
import type { Payment } from '@billing-checkout/contract'
import { type FinalOutcome, isFinal, type ProcessorFacts, type ProcessorOutcome } from '../../processors/outcome.ts'
import { presentLockedPayment } from '../../presenters/payments/load-payments.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import { answerKey, answerKeys } from '../../store/requests/save-idempotent-response.ts'
import type { AttemptRow } from '../../store/rows.ts'
import { type UnitOfWork, type Write, write, type WriteName } from '../../store/writes/write.ts'
import type { AttemptRows, PaidRows } from '../answered-attempt.ts'
import { secondsUntilNextQuery } from '../back-off.ts'
import type { Billing } from '../billing.ts'
import { finishTry } from '../obligations/open-obligation.ts'
import { observePayment } from '../payments/observe-payment.ts'
import { reportedMethodColumns } from './reported-method-columns.ts'
import { lockAttempt, type LockedAttempt, lockPaidRows, mayBeDuplicatePurchase } from './lock-attempt.ts'
import type { AttemptHolder } from './open-attempt.ts'
import { waitForShopper } from './wait-for-shopper.ts'

/**
 * Records the outcome of an attempt under the locks on attempt and payment, only once, even if several callers report it repeatedly
 * (DECISIONS 3). A final outcome closes the attempt, and `billing.finishers` changes the payment and everything that follows from it. A
 * challenge leaves attempt and payment open for the shopper. An unknown outcome leaves the payment as it is and the attempt open until the
 * processor is queried again; it is never treated as a failure. Stores the response to the request that began the payment or refund.
 * `locked` is the result of {@link lockAttempt}, if the caller has called it already.
 */
export const finishAttempt = async (
  billing: Billing,
  work: Write,
  hold: AttemptHolder,
  outcome: ProcessorOutcome,
  locked?: LockedAttempt,
): Promise<Payment> => {
  const { isHeldByCaller, ...rows } = locked ?? (await lockAttempt(work, hold))
  const presented = isHeldByCaller
    ? await applyOutcome(billing, work, rows, outcome)
    : await presentLockedPayment(work, rows.payment, { customer: rows.customer })
  answerRequester(work, rows, presented)
  return presented
}

/**
 * Stores the response for the request that began the payment or refund. No request began a renewal, capture or void. A payment may have
 * several refunds in flight at once, so each request for a refund has its own response.
 */
const answerRequester = (work: Write, { attempt, payment }: AttemptRows, presented: Payment): void => {
  const { asked } = attempt.request.notes
  if (attempt.kind === 'refund' && asked !== undefined) answerKey(work, asked, presented)
  if (isCharge(attempt.kind) && payment.purpose !== 'renew') answerKeys(work, payment.id, presented)
}

const isCharge = (kind: AttemptRow['kind']): boolean => kind === 'authorize' || kind === 'verify'

const applyOutcome = async (
  billing: Billing,
  work: Write,
  rows: AttemptRows,
  outcome: ProcessorOutcome,
): Promise<Payment> => {
  if (isFinal(outcome)) return applyFinal(billing, work, rows, outcome)
  if (outcome.kind === 'action_required') return waitForShopper(billing, work, rows, outcome)
  const presented = await presentLockedPayment(work, rows.payment, { customer: rows.customer })
  queryAgainLater(work, rows.attempt, presented)
  return presented
}

/**
 * Makes the lease of an attempt end when its next query is due, because its outcome is unknown. The first query follows within seconds;
 * then the wait doubles each time, up to four hours. After an hour, an event reports that the outcome is unknown.
 */
const queryAgainLater = (work: Write, attempt: AttemptRow, presented: Payment): void => {
  const { leaseNow } = work
  const { id, tries, request, unknownReportedAt } = attempt
  const isReportedNow = unknownReportedAt === null && addSeconds(request.openedAt, unknownOutcomeSecondsMax) <= leaseNow
  work.update(
    'attempts',
    { id },
    {
      leaseUntil: addSeconds(leaseNow, secondsUntilNextQuery(tries)),
      awaitsRetry: true,
      tries: tries + 1,
      ...(isReportedNow && { unknownReportedAt: leaseNow }),
    },
  )
  if (isReportedNow) recordEvent(work, 'payment.outcome_unknown', presented)
}

/**
 * Closes the attempt, and lets `billing.finishers` record what its outcome means for the payment. If the attempt tried to meet an
 * obligation, this also records the outcome for the obligation.
 */
const applyFinal = async (
  billing: Billing,
  work: Write,
  rows: AttemptRows,
  outcome: FinalOutcome,
): Promise<Payment> => {
  const { attempt, customer } = rows
  const paidRows = await paidRowsOf(billing, work, rows, outcome)
  closeAttempt(work, attempt, outcome)
  const { payment, ...loaded } = await billing.finishers[attempt.kind](billing, { ...rows, work, outcome, paidRows })
  // If a checkout changed its customer in this transaction, `loaded` contains the changed customer.
  const presented = await presentLockedPayment(work, payment, { customer, ...loaded })
  recordEvent(work, attempt.kind === 'refund' ? 'refund.updated' : 'payment.updated', presented)
  const { obligationId } = attempt.request.notes
  if (obligationId !== undefined) {
    const leftMinor = unrefundedPartOf(attempt.request, outcome)
    await finishTry(work, obligationId, outcome, { payment: presented, leftMinor })
  }
  return presented
}

/**
 * The rows that a paid charge changes. They are loaded before anything is written, so that all writes go out with the commit in one packet.
 * If another request may have bought the same thing, this loads nothing, because the e-mail address must be locked before the rows.
 * `reportedMethodColumns` adds the account of a wallet, which only the processor's answer names.
 */
const paidRowsOf = async (
  billing: Billing,
  work: Write,
  { attempt, payment }: AttemptRows,
  outcome: FinalOutcome,
): Promise<PaidRows | undefined> =>
  outcome.kind === 'approved' && isCharge(attempt.kind) && !mayBeDuplicatePurchase(attempt)
    ? lockPaidRows(work, { ...payment, ...reportedMethodColumns(billing, attempt.request.notes, outcome) })
    : undefined

/** How much less than requested was refunded, in minor units, because the reference belonged to another request. */
const unrefundedPartOf = ({ call }: AttemptRow['request'], outcome: FinalOutcome): number => {
  if (call?.kind !== 'refund' || outcome.kind !== 'approved') return 0
  return call.request.amount - (outcome.approvedAmount ?? call.request.amount)
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

/** Seconds for which the outcome of a call may be unknown before an event and an alert report it. */
export const unknownOutcomeSecondsMax = 3600

/**
 * Commits the answer to a call, in the transaction that `unitFor` makes. This retries for up to a minute during an outage of the database,
 * because only this process knows the answer. A request may wait that long. This does not wait for a full or failing disk. If the database
 * refuses the data that the processor sent, this commits the outcome without that data, because money may have moved. If a refund can be
 * recorded only after another refund has ended, its outcome stays unknown until then. Returns the payment, and the outcome that was
 * committed.
 */
export const commitOutcome = async <Result extends Payment | undefined, Loaded = undefined>(
  billing: Billing,
  { organizationId, kind }: Pick<AttemptRow, 'organizationId' | 'kind'>,
  answer: ProcessorOutcome,
  unitFor: (outcome: ProcessorOutcome) => UnitOfWork<Result, Loaded> | ((work: Write) => Promise<Result>),
  name: WriteName = 'finish attempt',
): Promise<{ readonly payment: Result; readonly outcome: ProcessorOutcome }> => {
  const commit = async (outcome: ProcessorOutcome) => {
    const payment = await repeatDuringOutage(() => write(billing.database, organizationId, unitFor(outcome), name))
    if (payment !== undefined && isCharge(kind) && isFinal(answer)) observePayment(billing, payment)
    return { payment, outcome }
  }
  try {
    return await commit(answer)
  } catch (error) {
    // The client receives a pending refund. After the other refund has ended, `completeAttempts` queries the processor about this refund
    // again and records it.
    if (error instanceof OtherRefundPending) return commit({ kind: 'unknown', message: error.message })
    if (!isInvalidDataError(error) || !isFinal(answer)) throw error
    billing.logger.error(
      { err: error, outcome: answer.kind },
      'details of an answer of a processor cannot be stored; the outcome is stored without them',
    )
    return commit(withoutDescription(answer))
  }
}

/** Thrown for a refund that can be booked only after another refund of its payment has ended. */
export class OtherRefundPending extends Error {
  constructor(paymentId: string) {
    super(`Another refund of payment ${paymentId} has to end first.`)
  }
}

const withoutDescription = (outcome: FinalOutcome): FinalOutcome => {
  switch (outcome.kind) {
    case 'approved': {
      const { learnt: _, facts, ...decided } = outcome
      return { ...decided, facts: onlyTransactionId(facts) }
    }
    case 'declined':
      return {
        kind: outcome.kind,
        facts: onlyTransactionId(outcome.facts),
        declineCode: outcome.declineCode,
        ...(outcome.leftOpen && { leftOpen: true }),
        message: '',
      }
    case 'abandoned':
      return { kind: outcome.kind, facts: onlyTransactionId(outcome.facts), message: '' }
    default:
      return { ...outcome, message: '' }
  }
}

/** The part of a processor's facts that later calls need. All other facts become unknown. */
export const onlyTransactionId = ({ transactionId }: Pick<ProcessorFacts, 'transactionId'>): ProcessorFacts => ({
  transactionId,
  processor: { id: '', type: '', description: '', merchantId: '' },
  tokenType: null,
  avs: { postalCode: 'unavailable', streetAddress: 'unavailable' },
  cvc: 'unavailable',
  authCode: null,
  networkPaymentId: null,
  arn: null,
  threeDSecure: null,
})
