import type { AuditRecord } from '@billing-checkout/contract'
import { loadByIds } from '../load-by-ids.ts'

/** Records of the audit log as the interface shows them, in the order of the ids. */
export const loadAuditRecords = loadByIds('auditTrail', (row): AuditRecord => ({
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
}))
