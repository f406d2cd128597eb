import { sql } from 'kysely'
import { lockSeeds } from '../writes/advisory-locks.ts'
import { oneRow } from '../engine/one-row.ts'
import type { OrganizationDatabase } from '../in-organization.ts'

/**
 * The last number that was drawn when no transaction of the organization was open. Writers go on as soon as it is known, so a
 * number after it may already be committed while a lower one is not. A sequence that was made for events that are already there
 * and has given no number yet stands before its first one.
 */
export const lastCommittedSequence = async (db: OrganizationDatabase): Promise<number> => {
  const { rows } = await sql<{ last: number }>`
    with held as materialized (
      select pg_advisory_xact_lock(hashtextextended(${db.organizationId}, ${sql.lit(lockSeeds.rowTimes)}))
    )
    select coalesce(
      pg_sequence_last_value('events_sequence_seq'),
      (select seqstart - 1 from pg_sequence where seqrelid = 'events_sequence_seq'::regclass)
    ) as last from held`.execute(db)
  return oneRow(rows).last
}
