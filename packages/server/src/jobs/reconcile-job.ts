import { sql } from 'kysely'
import type { Billing } from '../billing/billing.ts'
import { reconcileConnections } from '../billing/reconcile/reconcile-connections.ts'
import type { Job } from './job.ts'

/**
 * Compares the database with what processors did, for connections that must be reconciled before they charge. It also stores the current
 * time in the database. If an older copy of the database returns later, that time shows up to when it is complete.
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
