import { type Kysely, sql } from 'kysely'

/**
 * The view of the audit log, so that its pages are read in order. A part of a union that has a condition of its own is carried out as
 * a whole and sorted; without one, its index is read from the end until a page is full.
 */
export const auditInOrder = {
  version: 76,
  name: 'audit in order',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create or replace view audit_trail as
      select * from (
        select organization_id, id, who, what, object_id, why, address, request_id, before, after,
            null::text as event_type, created_at, recorded_at
          from audit_entries
        union all
        select organization_id, id, who, coalesce(what, type), object->>'id', null, address, request_id, before, object,
            type, created_at, recorded_at
          from events
        union all
        select coalesce(organization_id, 'server'), 'act_' || id, who, what, subject, why, null, null, before, after,
            null, at, at
          from operator_actions where not exists (
            select from audit_entries
            where audit_entries.organization_id = coalesce(operator_actions.organization_id, 'server')
              and audit_entries.id = 'act_' || operator_actions.id
          )
      ) as written where who is not null`.execute(db)
  },
}
