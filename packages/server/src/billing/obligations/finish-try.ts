import type { Payment } from '@billing-checkout/contract'
import { sql, type Updateable } from 'kysely'
import type { FinalOutcome } from '../../processors/processor.ts'
import { recordEvent } from '../../store/record-event.ts'
import type { ObligationRow } from '../../store/rows.ts'
import type { Schema } from '../../store/schema/schema.ts'
import type { Write } from '../../store/write.ts'
import { triedAgainAt } from '../back-off.ts'
import { openObligation } from './open-obligation.ts'

/** After how many refusals in a row an obligation is told to the merchant and to whoever watches the server. */
const refusalsUntilOverdue = 3

/**
 * Writes down what one try to meet an obligation came to. Money that never came is not owed any more once its refund is
 * refused.
 */
export const finishTry = async (
  work: Write,
  obligationId: string,
  outcome: FinalOutcome,
  { payment, leftMinor }: Tried,
): Promise<void> => {
  const obligation = await loadObligation(work, obligationId)
  if (outcome.kind === 'approved') {
    meet(work, obligation)
    if (leftMinor > 0) oweRest(work, obligation, leftMinor)
    return
  }
  if (obligation.isCounted && obligation.kind === 'refund' && payment.payment_status === 'FAILED') {
    return close(work, obligation, moneyNeverCame)
  }
  const failedTries = obligation.failedTries + 1
  // A refused void may mean that the money was captured: that is looked up at once.
  const isLookedUp = obligation.kind === 'void' && failedTries === 1
  const becomesOverdue = failedTries === refusalsUntilOverdue
  change(work, obligation, {
    failedTries,
    ...(becomesOverdue && { overdueSince: work.now }),
    lastFailure: outcome.message,
    nextTryAt: isLookedUp ? work.now : triedAgainAt(work.now, failedTries),
  })
  if (becomesOverdue) recordEvent(work, 'payment.obligation_overdue', payment)
}

/** What a try was about. */
interface Tried {
  /** As it is now, and locked. */
  readonly payment: Payment
  /** Minor units by which less went back than was to. */
  readonly leftMinor: number
}

/** What another request gave back under the reference of the try was less; the rest is an obligation of its own. */
const oweRest = (work: Write, obligation: ObligationRow, amount: number): void => {
  const { paymentId, kind, currencyCode, transactionId, isCounted, reason } = obligation
  const rest = { paymentId, kind, amount, currencyCode, transactionId, isCounted, reason }
  openObligation(work, { ...rest, attemptId: null })
}

/** SQL for whether nobody is trying to meet an obligation just now. */
export const hasNoOpenTry = sql<boolean>`not exists (select from attempts
  where attempts.organization_id = obligations.organization_id and attempts.id = obligations.attempt_id
    and attempts.state = 'open')`

/** Why an obligation to refund a payment is closed when that payment failed after all. */
export const moneyNeverCame = 'The money never came, so there is nothing to give back.'

/** An obligation whose payment the caller has locked. */
export const loadObligation = ({ db, organizationId }: Write, id: string): Promise<ObligationRow> =>
  db
    .selectFrom('obligations')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** What was owed has been done. */
export const meet = (work: Write, obligation: Pick<ObligationRow, 'id'>): void =>
  change(work, obligation, { state: 'met' })

/** What was owed is not owed any more, for this reason. */
export const close = (work: Write, obligation: Pick<ObligationRow, 'id'>, closedReason: string): void =>
  change(work, obligation, { state: 'closed', closedReason })

/** Puts the next try off, because what is owed cannot be known or done just now. */
export const putOff = (work: Write, obligation: ObligationRow): void =>
  change(work, obligation, { nextTryAt: triedAgainAt(work.now, obligation.failedTries + 1) })

/** Notes the attempt by which an obligation is tried again. */
export const noteTry = (work: Write, obligation: ObligationRow, attemptId: string): void =>
  change(work, obligation, { attemptId, nextTryAt: triedAgainAt(work.now, obligation.failedTries + 1) })

const change = (
  { update, organizationId, now }: Write,
  { id }: Pick<ObligationRow, 'id'>,
  columns: Updateable<Schema['obligations']>,
): void => update('obligations', { organizationId, id }, { ...columns, updatedAt: now })
