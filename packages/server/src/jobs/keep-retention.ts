import { Problem } from '@billing-checkout/contract'
import { sql } from 'kysely'
import type { Billing } from '../billing/billing.ts'
import { eraseCustomer } from '../billing/erasure/erase-customer.ts'
import { listOrganizations } from '../organization/organizations.ts'
import { daysBefore, retentionOf } from '../organization/retention.ts'
import type { KeptSince } from '../store/retention/scan-in-batches.ts'
import { deleteFinished, deleteSessions, emptyCalls, eraseAbandoned } from '../store/retention/retention.ts'
import { readBillingClock } from '../store/writes/billing-clock.ts'
import type { Job } from './job.ts'

/** Deletes rows past each organization's retention, for at most ten minutes. The next run continues from there. */
export const keepRetentionJob = (billing: Billing): Job => ({
  name: 'keep-retention',
  everySeconds: 3600,
  run: () => keepRetention(billing),
})

/** Runs retention once over every organization, for a limited number of seconds. */
export const keepRetention = async (
  billing: Billing,
  { seconds = 600 }: { readonly seconds?: number } = {},
): Promise<void> => {
  const { database, auditKey } = billing
  const late = performance.now() + seconds * 1000
  const isLate = () => performance.now() > late
  const now = await readBillingClock(database)
  for (const { id: organizationId, settings } of await listOrganizations(database, { archived: true })) {
    const days = retentionOf(settings)
    const kept = (count: number) => ({ organizationId, since: daysBefore(now, count), isLate })
    await deleteSessions(database, kept(days.sessions_days), auditKey)
    await emptyCalls(database, kept(days.calls_days))
    await deleteFinished(database, 'emails', kept(days.emails_days))
    await deleteFinished(database, 'declarations', kept(days.declarations_days))
    if (days.customers_days === null) continue
    const abandoned = kept(days.customers_days)
    await eraseAbandoned(database, abandoned, (id) => erase(billing, abandoned, id))
  }
  await sql`insert into retention_runs (ended_at, is_whole) values (clock_timestamp(), ${!isLate()})
    on conflict (singleton) do update set ended_at = excluded.ended_at, is_whole = excluded.is_whole`.execute(database)
}

/**
 * Erases a customer unless the customer has bought something in the meantime or is already erased. Any other refusal is logged with the
 * customer's id and ends the run.
 */
const erase = async (billing: Billing, { organizationId, since }: KeptSince, id: string): Promise<void> => {
  try {
    await eraseCustomer(billing, organizationId, { id, cancelsSubscriptions: false, ifAbandonedSince: since })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'customer_in_use' || error.code === 'not_found') return
    billing.logger.error({ customer: id, err: error }, 'a customer who never bought could not be erased')
    throw error
  }
}
