import { type Kysely, sql } from 'kysely'

/**
 * The view of the audit log, so that its pages are read in order. A part of a union that has a condition of its own is carried out as
 * a whole and sorted; without one, its index is read from the end until a page is full.
 */
export const auditInOrder = {
  version: 76,
  name: 'audit in order',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create view audit_trail as
      select organization_id, id, who, what, object_id, why, address, request_id, before, after, null::text as event_type,
          created_at, recorded_at
        from audit_entries
      union all
      select organization_id, id, who, what, object->>'id', null, address, request_id, before, object, type, created_at,
          recorded_at
        from events`.execute(db)
  },
}
