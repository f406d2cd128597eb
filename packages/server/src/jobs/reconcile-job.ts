import { sql } from 'kysely'
import type { Billing } from '../billing/billing.ts'
import { reconcileConnections } from '../billing/reconcile/reconcile-connections.ts'
import type { Job } from './job.ts'

/**
 * Compares the books with what processors did, for connections where that has to be done before money moves; and notes in the
 * database that it was alive just now, so that a database which comes back later says up to when it is complete.
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
