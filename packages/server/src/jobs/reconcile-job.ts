import { sql } from 'kysely'
import type { Billing } from '../billing/billing.ts'
import { reconcileConnections } from '../billing/reconcile/reconcile-connections.ts'
import type { Job } from './job.ts'

/**
 * For connections that must be reconciled before they charge, compares the database with what processors did. It also stores the current
 * time in the database: if an older copy of the database is restored, that time shows up to when the copy is complete.
 */
export const reconcileJob = (billing: Billing): Job => ({
  name: 'reconcile-connections',
  everySeconds: 5,
  async run() {
    await reconcileConnections(billing)
    await sql`update database_identity set alive_at = clock_timestamp()
      where alive_at < clock_timestamp() - interval '30 seconds'`.execute(billing.database)
  },
})
