import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Seconds after which a server that no longer reports is not counted. */
const livesSeconds = 30

/**
 * Records that a server runs, and returns the number of running servers, including this one. The database's own clock decides which servers
 * still run.
 */
export const recordRunningServer = async (database: Database, id: string): Promise<number> => {
  const now = sql<Timestamp>`clock_timestamp()`
  await database
    .insertInto('liveServers')
    .values({ id, seenAt: now })
    .onConflict((known) => known.column('id').doUpdateSet({ seenAt: now }))
    .execute()
  await database
    .deleteFrom('liveServers')
    .where('seenAt', '<', sql<Timestamp>`clock_timestamp() - ${livesSeconds} * interval '1 second'`)
    .execute()
  const { count } = await database
    .selectFrom('liveServers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Math.max(1, Number(count))
}

/** Removes a server that is shutting down from the count. */
export const removeRunningServer = async (database: Database, id: string): Promise<void> => {
  await database.deleteFrom('liveServers').where('id', '=', id).execute()
}
