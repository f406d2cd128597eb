import type { AuditRecord } from '@billing-checkout/contract'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { oneOf } from '../../store/queries/one-of.ts'

/** Records of the audit log as the interface shows them, in the order of the ids. */
export const loadAuditRecords = async (
  db: OrganizationDatabase,
  ids: readonly string[],
): Promise<readonly AuditRecord[]> => {
  const rows = await db.selectFrom('auditTrail').selectAll().where('id', '=', oneOf(ids)).execute()
  const byId = new Map(
    rows.map((row): [string, AuditRecord] => [
      row.id,
      {
        id: row.id,
        who: row.who,
        what: row.what,
        object: row.objectId,
        event_type: row.eventType,
        before: row.before,
        after: row.after,
        why: row.why,
        address: row.address,
        request_id: row.requestId,
        created_at: row.createdAt,
        recorded_at: row.recordedAt,
      },
    ]),
  )
  return ids.map((id) => byId.get(id)).filter((record) => record !== undefined)
}
