import { addDays } from '@billing-checkout/domain'
import { Problem } from '@billing-checkout/contract'
import { sql } from 'kysely'
import type { Billing } from '../billing/billing.ts'
import { eraseCustomer } from '../billing/erasure/erase-customer.ts'
import { countRevenueOfAll } from '../billing/revenue/count-revenue.ts'
import { listOrganizations } from '../organization/organizations.ts'
import { retentionOf } from '../organization/retention.ts'
import { type EventRetention, maintainEventMonths } from '../store/events/months/maintain-event-months.ts'
import { idempotencyKeyDays } from '../store/requests/load-idempotent-response.ts'
import { deleteBefore } from '../store/retention/delete-before.ts'
import {
  deleteFinishedRows,
  deleteUnpaidClientSessions,
  erasePayerData,
  eraseAbandonedCustomers,
} from '../store/retention/retention.ts'
import type { RetentionCutoff } from '../store/retention/scan-in-batches.ts'
import { readBillingClock } from '../store/writes/billing-clock.ts'
import type { Job } from './job.ts'

/**
 * Deletes rows past each organization's retention, and erases customers who never bought. A run that has not finished after about ten
 * minutes stops, and the next run continues there.
 */
export const retentionJob = (billing: Billing): Job => ({
  name: 'keep-retention',
  everySeconds: 3600,
  run: () => runRetention(billing),
})

/** Runs retention once over every organization, for a limited number of seconds. */
export const runRetention = async (
  billing: Billing,
  { seconds = 600 }: { readonly seconds?: number } = {},
): Promise<void> => {
  const { database, auditKey } = billing
  const late = performance.now() + seconds * 1000
  const isLate = () => performance.now() > late
  const now = await readBillingClock(database)
  for (const { id: organizationId, settings } of await listOrganizations(database, { archived: true })) {
    const days = retentionOf(settings)
    const kept = (count: number) => ({ organizationId, since: addDays(now, -count), isLate })
    await deleteUnpaidClientSessions(database, kept(days.sessions_days), auditKey)
    await erasePayerData(database, kept(days.calls_days))
    await deleteFinishedRows(database, 'emails', kept(days.emails_days))
    await deleteFinishedRows(database, 'declarations', kept(days.declarations_days))
    if (days.customers_days === null) continue
    const abandoned = kept(days.customers_days)
    await eraseAbandonedCustomers(database, abandoned, (id) => erase(billing, abandoned, id))
  }
  await sql`insert into retention_runs (ended_at, is_whole) values (clock_timestamp(), ${!isLate()})
    on conflict (singleton) do update set ended_at = excluded.ended_at, is_whole = excluded.is_whole`.execute(database)
}

/**
 * Erases a customer, unless the customer is no longer abandoned, has something in flight, or does not exist. Any other refusal is logged
 * with the customer's id and ends the run.
 */
const erase = async (billing: Billing, { organizationId, since }: RetentionCutoff, id: string): Promise<void> => {
  try {
    await eraseCustomer(billing, organizationId, { id, cancelsSubscriptions: false, ifAbandonedSince: since })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'customer_in_use' || error.code === 'not_found') return
    billing.logger.error({ customer: id, err: error }, 'a customer who never bought could not be erased')
    throw error
  }
}

/**
 * Deletes ids of used card tokens, links of customers and users, portal sessions and sign-in challenges once they expire, and dashboard
 * sessions a day after their last use. Deletes idempotency keys and processors' notifications after 30 days, unrecognized declines after 8
 * days, and stored totals and counts after a day. Webhook deliveries that are not pending are deleted after their organization's retention
 * period.
 */
export const deleteExpiredJob = ({ database, wallClock }: Billing): Job => ({
  name: 'forget-expired',
  everySeconds: 3600,
  async run() {
    const wall = Date.parse(wallClock())
    const daysAgo = (days: number) => new Date(wall - days * 86_400_000).toISOString()
    await deleteBefore(database, 'used_card_tokens', 'expires_at', daysAgo(0))
    await deleteBefore(database, 'idempotency_keys', 'created_at', daysAgo(idempotencyKeyDays))
    await deleteBefore(database, 'recovery_links', 'expires_at', daysAgo(0))
    await deleteBefore(database, 'portal_sessions', 'expires_at', daysAgo(0))
    await deleteBefore(database, 'portal_links', 'expires_at', daysAgo(0))
    await deleteBefore(database, 'dashboard_sessions', 'seen_at', daysAgo(1))
    await deleteBefore(database, 'user_tokens', 'expires_at', daysAgo(0))
    await deleteBefore(database, 'sign_in_challenges', 'expires_at', daysAgo(0))
    await deleteBefore(database, 'list_totals', 'remembered_at', daysAgo(1))
    await deleteBefore(database, 'decline_counts', 'minute', daysAgo(1))
    for (const { id: organizationId, settings } of await listOrganizations(database, { archived: true })) {
      const since = daysAgo(retentionOf(settings).deliveries_days)
      await deleteFinishedRows(database, 'webhook_deliveries', { organizationId, since, isLate: () => false })
    }
    await deleteBefore(database, 'notifications', 'received_at', daysAgo(30))
    await deleteBefore(database, 'unrecognized_declines', 'seen_at', daysAgo(8))
    await deleteBefore(database, 'request_counts', 'ends_at', daysAgo(1))
  },
})

/** Makes the monthly partitions of events before the months begin, and drops those past retention once their revenue is counted. */
export const eventMonthsJob = (billing: Billing, keeping: EventRetention): Job => ({
  name: 'keep-event-months',
  everySeconds: 600,
  async run() {
    await countRevenueOfAll(billing)
    await maintainEventMonths(billing.database, keeping)
  },
})
