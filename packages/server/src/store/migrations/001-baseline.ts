import { oneRow } from '@billing-checkout/database'
import { type Kysely, sql } from 'kysely'
import { attempts } from './baseline/attempts.ts'
import { connections } from './baseline/connections.ts'
import { customers } from './baseline/customers.ts'
import { events } from './baseline/events.ts'
import { installation } from './baseline/installation.ts'
import { payments } from './baseline/payments.ts'
import { refunds } from './baseline/refunds.ts'
import { reports } from './baseline/reports.ts'
import { requests } from './baseline/requests.ts'
import { sandboxProcessor } from './baseline/sandbox-processor.ts'
import { sessions } from './baseline/sessions.ts'
import { subscriptions } from './baseline/subscriptions.ts'
import { texts, trigramIndexes } from './baseline/texts.ts'
import { webhooks } from './baseline/webhooks.ts'

/** All tables of the first release, by area. Every table's key starts with the organization, so that PostgreSQL can be sharded by it. */
export const baseline = {
  version: 1,
  name: 'baseline',
  async up(db: Kysely<unknown>): Promise<void> {
    const rooms = [
      installation,
      texts(),
      customers,
      subscriptions,
      sessions,
      payments,
      attempts,
      refunds,
      reports,
      connections,
      requests,
      events,
      webhooks,
      sandboxProcessor,
      (await hasTrigrams(db)) ? trigramIndexes : [],
    ]
    for (const statement of rooms.flat()) await sql.raw(statement).execute(db)
  },
}

/**
 * Whether this PostgreSQL has the extensions `pg_trgm` and `btree_gin` and lets us use them. Without them, a search reads all rows of its
 * organization.
 */
const hasTrigrams = async (db: Kysely<unknown>): Promise<boolean> => {
  const { rows } = await sql<{ found: number; mayCreate: boolean }>`
    select count(*)::int as found, has_database_privilege(current_database(), 'create') as "mayCreate"
    from pg_available_extensions where name in ('pg_trgm', 'btree_gin')`.execute(db)
  const { found, mayCreate } = oneRow(rows)
  return found === 2 && mayCreate
}
