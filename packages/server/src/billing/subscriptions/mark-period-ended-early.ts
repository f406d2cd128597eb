import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import type { Write } from '../../store/writes/write.ts'

interface PeriodLeft {
  /** The time at which the change prorates the period. */
  readonly at: Timestamp
  /** True if the rest of the period becomes credit. */
  readonly creditsUnusedTime: boolean
}

/**
 * Notes, on the refunds and disputes that took money out of the running period, that a change ends this period early. If such a refund
 * fails later, or the merchant wins such a dispute, the money that the change would have credited becomes credit.
 */
export const markPeriodEndedEarly = (
  work: Write,
  subscription: LockedSubscription,
  { at, creditsUnusedTime }: PeriodLeft,
): void => {
  const periodLeftAt = creditsUnusedTime ? at : subscription.currentPeriodEnd
  work.send(refundsOfPeriod(work, subscription).set({ periodLeftAt, updatedAt: work.now }))
  work.send(disputesOfPeriod(work, subscription).set({ periodLeftAt }))
}

/**
 * If a late payment or a request moves the running period, notes this on the refunds and disputes that took money out of it. From now on,
 * their money counts for the moved period.
 */
export const markPeriodMoved = (
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

/** The disputes whose withdrawn money was taken out of the running period, lost ones included, because an appeal may win them. */
const disputesOfPeriod = ({ db }: Write, { id, currentPeriodStart }: LockedSubscription) =>
  db
    .updateTable('disputes')
    .where('paymentId', 'in', db.selectFrom('payments').select('payments.id').where('payments.subscriptionId', '=', id))
    .where('appliedAmount', '>', 0)
    .where('periodLeftAt', 'is', null)
    .where(sql<boolean>`taken->>'periodStart' = ${currentPeriodStart}`)
