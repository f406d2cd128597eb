import { oneRow } from '@billing-checkout/database'
import { sql } from 'kysely'
import { lockSeeds } from '../writes/advisory-locks.ts'
import type { OrganizationDatabase } from '../in-organization.ts'

/**
 * Returns the last sequence that was drawn at a moment when no transaction of the organization was open. Writers continue afterwards, so of
 * two sequences after the returned one, the higher may be committed first. If PostgreSQL's sequence was created for existing events and is
 * still unused, returns the number before its first.
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
