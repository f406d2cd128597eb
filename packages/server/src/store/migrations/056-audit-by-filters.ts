import { type Kysely, sql } from 'kysely'
import { createIndexConcurrently } from '../engine/migrate/migrate-to-latest.ts'

/**
 * What `GET /audit` asks for: newest first, by object, and of entries by who and what. Events are many, so they get no index for who and what
 * alone: both stand in the one that their list is read by, which answers these without the events themselves.
 */
export const auditByFilters = {
  version: 56,
  name: 'audit by filters',
  runs: 'alone',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const column of ['who', 'what'])
      await createIndexConcurrently(
        db,
        `audit_entries_by_${column}`,
        `on audit_entries (organization_id, ${column}, created_at, id)`,
      )
    for (const [name, definition] of Object.entries(ofEvents)) await indexEvents(db, name, definition)
  },
} as const

const ofEvents = {
  audited: `(organization_id, created_at, id) include (who, what, type)`,
  by_object: `(organization_id, (object->>'id'))`,
}

/** An index of a partitioned table cannot be made beside its writers, but that of each partition can. New partitions get it by themselves. */
const indexEvents = async (db: Kysely<unknown>, name: string, definition: string): Promise<void> => {
  await sql`create index if not exists ${sql.id(`events_${name}`)} on only events ${sql.raw(definition)}`.execute(db)
  const { rows } = await sql<{ partition: string }>`
    select relname as partition from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'events'::regclass and not exists (
      select from pg_index join pg_inherits as of_index on of_index.inhrelid = indexrelid
      where indrelid = pg_class.oid and of_index.inhparent = ${`events_${name}`}::regclass
    )`.execute(db)
  for (const { partition } of rows) {
    const own = `${partition}_${name}`
    await createIndexConcurrently(db, own, `on ${partition} ${definition}`)
    await sql`alter index ${sql.id(`events_${name}`)} attach partition ${sql.id(own)}`.execute(db)
  }
}
