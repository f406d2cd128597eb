import { oneRow } from '@billing-checkout/database'
import { type Kysely, sql } from 'kysely'
import { attemptTablesSql } from './baseline/attempts.ts'
import { connectionTablesSql } from './baseline/connections.ts'
import { customerTablesSql } from './baseline/customers.ts'
import { eventTablesSql } from './baseline/events.ts'
import { installationTablesSql } from './baseline/installation.ts'
import { paymentTablesSql } from './baseline/payments.ts'
import { refundTablesSql } from './baseline/refunds.ts'
import { reportTablesSql } from './baseline/reports.ts'
import { requestTablesSql } from './baseline/requests.ts'
import { sandboxTablesSql } from './baseline/sandbox-processor.ts'
import { sessionTablesSql } from './baseline/sessions.ts'
import { subscriptionTablesSql } from './baseline/subscriptions.ts'
import { textFunctionsSql, trigramIndexesSql } from './baseline/texts.ts'
import { webhookTablesSql } from './baseline/webhooks.ts'

/**
 * All tables of the first release, by area. The primary key of most tables of an organization's rows starts with the organization, so that
 * PostgreSQL can be sharded by it.
 */
export const baseline = {
  version: 1,
  name: 'baseline',
  async up(db: Kysely<unknown>): Promise<void> {
    const rooms = [
      installationTablesSql,
      textFunctionsSql(),
      customerTablesSql,
      subscriptionTablesSql,
      sessionTablesSql,
      paymentTablesSql,
      attemptTablesSql,
      refundTablesSql,
      reportTablesSql,
      connectionTablesSql,
      requestTablesSql,
      eventTablesSql,
      webhookTablesSql,
      sandboxTablesSql,
      (await hasTrigrams(db)) ? trigramIndexesSql : [],
    ]
    for (const statement of rooms.flat()) await sql.raw(statement).execute(db)
  },
}

/**
 * Whether this PostgreSQL has the extensions `pg_trgm` and `btree_gin` and lets us create them. Without them, a search reads all rows of
 * its organization.
 */
const hasTrigrams = async (db: Kysely<unknown>): Promise<boolean> => {
  const { rows } = await sql<{ found: number; mayCreate: boolean }>`
    select count(*)::int as found, has_database_privilege(current_database(), 'create') as "mayCreate"
    from pg_available_extensions where name in ('pg_trgm', 'btree_gin')`.execute(db)
  const { found, mayCreate } = oneRow(rows)
  return found === 2 && mayCreate
}
