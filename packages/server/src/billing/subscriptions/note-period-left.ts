import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import type { Write } from '../../store/writes/write.ts'

/** How a period is left before its end. */
interface PeriodLeft {
  /** The instant of proration. */
  readonly at: Timestamp
  /** Whether the rest of the period becomes credit. */
  readonly creditsUnusedTime: boolean
}

/**
 * Notes for the refunds and disputes that took money out of a subscription's running period that a change leaves it: if one of them
 * fails or is won later, as much of that money becomes credit as would have become credit now.
 */
export const notePeriodLeft = (
  work: Write,
  subscription: LockedSubscription,
  { at, creditsUnusedTime }: PeriodLeft,
): void => {
  const periodLeftAt = creditsUnusedTime ? at : subscription.currentPeriodEnd
  work.send(refundsOfPeriod(work, subscription).set({ periodLeftAt, updatedAt: work.now }))
  work.send(disputesOfPeriod(work, subscription).set({ periodLeftAt }))
}

/**
 * Notes for the refunds and disputes that took money out of a subscription's running period that a late payment or a request moves it:
 * the money counts for the period as it is from now on.
 */
export const notePeriodMoved = (
  work: Write,
  subscription: LockedSubscription,
  { start, end }: { readonly start: Timestamp; readonly end: Timestamp },
): void => {
  if (start === subscription.currentPeriodStart && end === subscription.currentPeriodEnd) return
  const period = JSON.stringify({ periodStart: start, periodEnd: end })
  const taken = sql<string>`taken || ${period}::jsonb`
  work.send(refundsOfPeriod(work, subscription).set({ taken, updatedAt: work.now }))
  work.send(disputesOfPeriod(work, subscription).set({ taken }))
}

/** The accepted refunds that took money out of the running period and may still fail. */
const refundsOfPeriod = ({ db }: Write, { id, currentPeriodStart }: LockedSubscription) =>
  db
    .updateTable('acceptedRefunds')
    .where('paymentId', 'in', db.selectFrom('payments').select('payments.id').where('payments.subscriptionId', '=', id))
    .where('state', '<>', 'failed')
    .where('periodLeftAt', 'is', null)
    .where(sql<boolean>`taken->>'periodStart' = ${currentPeriodStart}`)

/** The disputes that took money out of the running period and may still be won. */
const disputesOfPeriod = ({ db }: Write, { id, currentPeriodStart }: LockedSubscription) =>
  db
    .updateTable('disputes')
    .where('paymentId', 'in', db.selectFrom('payments').select('payments.id').where('payments.subscriptionId', '=', id))
    .where('appliedAmount', '>', 0)
    .where('periodLeftAt', 'is', null)
    .where(sql<boolean>`taken->>'periodStart' = ${currentPeriodStart}`)
