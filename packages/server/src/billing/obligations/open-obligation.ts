import { addInterval, type Timestamp } from '@billing-checkout/domain'
import type { Payment } from '@billing-checkout/contract'
import { sql, type Updateable } from 'kysely'
import type { AttemptRow, ObligationRow } from '../../store/rows.ts'
import { newId } from '../../store/writes/new-id.ts'
import type { Write } from '../../store/writes/write.ts'
import type { FinalOutcome } from '../../processors/processor.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { Schema } from '../../store/schema/schema.ts'
import { retryAt } from '../back-off.ts'

/** An obligation to open, with the attempt that is the first try to meet it, if there is one. */
export type ObligationDraft = Pick<
  ObligationRow,
  'paymentId' | 'kind' | 'amount' | 'currencyCode' | 'transactionId' | 'isCounted' | 'reason' | 'attemptId'
>

/**
 * Records what we owe, in the same transaction as the first try, if there is one. A refusal does not end the obligation: {@link
 * obligationWork} tries again until the obligation is met or closed. Callers pass `dueAt` only if there is no first try. Returns the
 * obligation's id.
 */
export const openObligation = (
  work: Write,
  draft: ObligationDraft,
  dueAt: Timestamp = retryAt(work.now, 1),
): string => {
  const { insert, now } = work
  const id = newId('obl', work)
  insert('obligations', {
    id,
    ...draft,
    lastFailure: null,
    overdueSince: null,
    dueAt,
    closedReason: null,
    createdAt: now,
    updatedAt: now,
  })
  return id
}

/**
 * The number of refusals in a row after which an obligation is overdue. An event then reports it to the merchant, and a metric to the
 * operator.
 */
const refusalsUntilOverdue = 3

/**
 * Records the outcome of one try to meet an obligation. An obligation to refund money that never arrived ends when the refund is refused.
 */
export const finishTry = async (
  work: Write,
  obligationId: string,
  outcome: FinalOutcome,
  { payment, leftMinor }: Tried,
): Promise<void> => {
  const obligation = await loadObligation(work, obligationId)
  if (outcome.kind === 'approved') {
    if (leftMinor > 0) return meetInPart(work, obligation, leftMinor)
    return markMet(work, obligation)
  }
  await recordRefusal(work, obligation, payment, outcome.message)
}

/** Records a refusal, and schedules the next try. If the refund is of money that never arrived, closes the obligation instead. */
export const recordRefusal = async (
  work: Write,
  obligation: ObligationRow,
  payment: Payment,
  message: string,
): Promise<void> => {
  if (obligation.isCounted && obligation.kind === 'refund' && payment.payment_status === 'FAILED') {
    return markClosed(work, obligation, neverSettledReason)
  }
  const tries = obligation.tries + 1
  // A void may be refused because the money was captured, so look that up immediately.
  const isLookedUp = obligation.kind === 'void' && tries === 1
  const becomesOverdue = tries === refusalsUntilOverdue
  updateObligation(work, obligation, {
    tries,
    ...(becomesOverdue && { overdueSince: work.now }),
    lastFailure: message,
    dueAt: isLookedUp ? work.now : retryAt(work.now, tries),
  })
  if (becomesOverdue) recordEvent(work, 'payment.obligation_overdue', payment)
}

/** A finished try: its payment, and the amount that it did not refund. */
interface Tried {
  /** The payment as it is now; its row is locked. */
  readonly payment: Payment
  /** The amount that is still to be refunded after the try, in minor units. */
  readonly leftMinor: number
}

/**
 * Reopens a met obligation, because its refund failed after the processor had accepted it, or because the merchant won the dispute that had
 * met it. This counts as a refusal. If the payment's money never arrived, the refund is no longer owed, and the obligation is closed.
 */
export const reopenObligation = async (
  work: Write,
  obligation: ObligationRow,
  payment: Payment,
  message: string,
): Promise<void> => {
  updateObligation(work, obligation, { state: 'open' })
  await recordRefusal(work, obligation, payment, message)
}

/**
 * Marks an obligation as met by a smaller refund, which the processor had made under the same reference for another request. A new
 * obligation owes the missing amount.
 */
const meetInPart = (work: Write, obligation: ObligationRow, leftMinor: number): void => {
  const { paymentId, kind, currencyCode, transactionId, isCounted, reason } = obligation
  updateObligation(work, obligation, { state: 'met', restAmount: obligation.restAmount + leftMinor })
  const rest = { paymentId, kind, amount: leftMinor, currencyCode, transactionId, isCounted, reason }
  openObligation(work, { ...rest, attemptId: null })
}

/** SQL for whether no try to meet an obligation is in flight. */
export const hasNoOpenTry = sql<boolean>`not exists (select from attempts
  where attempts.organization_id = obligations.organization_id and attempts.id = obligations.attempt_id
    and attempts.state = 'open')`

/** Why an obligation to refund a payment is closed if that payment failed after all. */
export const neverSettledReason = 'The money never settled, so there is nothing to refund.'

/** The try in flight to meet an obligation, if there is one. */
export const findOpenTry = ({ db }: Write, { attemptId }: ObligationRow): Promise<Pick<AttemptRow, 'id'> | undefined> =>
  db.selectFrom('attempts').select('id').where('id', '=', attemptId).where('state', '=', 'open').executeTakeFirst()

/** Loads an obligation whose payment the caller has locked. */
export const loadObligation = ({ db }: Write, id: string): Promise<ObligationRow> =>
  db.selectFrom('obligations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Marks an obligation as met. */
export const markMet = (work: Write, obligation: Pick<ObligationRow, 'id'>): void =>
  updateObligation(work, obligation, { state: 'met' })

/** Closes an obligation that is no longer owed, with the reason. */
export const markClosed = (work: Write, obligation: Pick<ObligationRow, 'id'>, closedReason: string): void =>
  updateObligation(work, obligation, { state: 'closed', closedReason })

/** Postpones the next try by a day, because a bank has to decide a dispute first. The bank's decision makes the try due earlier. */
export const postponeTryForDispute = (work: Write, obligation: ObligationRow): void =>
  updateObligation(work, obligation, { dueAt: addInterval(work.now, 'days', 1) })

/** Postpones the next try, because the amount that is owed cannot be determined or refunded now. */
export const postponeTry = (work: Write, obligation: ObligationRow): void =>
  updateObligation(work, obligation, { dueAt: retryAt(work.now, obligation.tries + 1) })

/** Records which attempt is the latest try to meet an obligation. */
export const recordLatestTry = (work: Write, obligation: ObligationRow, attemptId: string): void =>
  updateObligation(work, obligation, { attemptId, dueAt: retryAt(work.now, obligation.tries + 1) })

const updateObligation = (
  { update, now }: Write,
  { id }: Pick<ObligationRow, 'id'>,
  columns: Updateable<Schema['obligations']>,
): void => update('obligations', { id }, { ...columns, updatedAt: now })
