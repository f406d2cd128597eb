import { addSeconds, type Timestamp } from '@billing-checkout/domain'
import type { Database } from '../../store/database.ts'
import type { Billing } from '../billing.ts'

/**
 * Records in the database which processors do not answer this server, for `doctor` and other processes. The server renews each record while
 * its processor is silent. A record expires half a minute after its last renewal.
 */
export const noteSilentProcessors = async ({ breakers, database, wallClock }: Billing): Promise<void> => {
  for (const { connection, openSince } of breakers.values()) {
    const since = openSince()
    if (since === null) continue
    const note = { detail: since, seenAt: wallClock() }
    await database
      .insertInto('operatorWarnings')
      .values({ name: `${prefix}${connection}`, ...note })
      .onConflict((known) => known.column('name').doUpdateSet(note))
      .execute()
  }
}

/** Seconds between two records of the silent processors by one server. */
export const notedEverySeconds = 10

/** A connection whose processor does not answer charges, as recorded by at least one server. */
export interface SilentProcessor {
  readonly connection: string
  readonly since: Timestamp
}

/** Finds the processors that do not answer at least one of the servers. */
export const findSilentProcessors = async (
  database: Database,
  wall: Timestamp,
): Promise<readonly SilentProcessor[]> => {
  const noted = await database
    .selectFrom('operatorWarnings')
    .select(['name', 'detail'])
    .where('name', 'like', `${prefix}%`)
    .where('seenAt', '>', addSeconds(wall, -3 * notedEverySeconds))
    .orderBy('name')
    .execute()
  return noted.map(({ name, detail }) => ({ connection: name.slice(prefix.length), since: detail }))
}

const prefix = 'silent processor: '
