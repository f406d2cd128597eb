import { type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { applyReport } from '../../connections/change-connection.ts'
import { checkConnectedAccount } from '../../connections/check-account.ts'
import type { AccountReport } from '../../processors/adapter.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { ConnectionRow } from '../../store/rows.ts'
import type { WorkKind } from '../worklist/worklist.ts'

/**
 * Paused connections. The worker queries each connection's processor to learn whether it accepts our calls again: a minute after the pause,
 * then at growing intervals of at most an hour. Each server notices a resumed connection within seconds.
 */
export const pausedConnectionWork: WorkKind<ConnectionRow, AccountReport> = {
  name: 'paused_connection',
  clock: 'wall',
  everySeconds: 10,
  table: 'connections',
  dueColumn: 'due_at',
  isOpen: sql<boolean>`state = 'paused'`,
  limit: 8,
  concurrency: 8,
  leaseSeconds: 300,
  load: (database, where, limit) =>
    acrossOrganizations(database, 'due work')
      .selectFrom('connections')
      .selectAll()
      .where(where)
      .orderBy('dueAt')
      .limit(limit)
      .execute(),
  call: async (billing) => (row) => checkConnectedAccount(billing.connections, row),
  retryMinutesMax: 60,
  perform: async ({ work, row, answer }) => {
    // `applyReport` comes first because it takes the connection's lock, which every other change of a connection also takes first.
    const done = await applyReport(work, row, answer)
    await work.db
      .updateTable('connections')
      .set({
        tries: sql<number>`tries + 1`,
        dueAt: sql<Timestamp>`clock_timestamp() + least(power(2, least(tries, 10)), 60) * interval '1 minute'`,
      })
      .where('id', '=', row.id)
      .where('state', '=', 'paused')
      .execute()
    return done
  },
}
