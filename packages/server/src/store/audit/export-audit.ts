import { oneRow } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { acrossOrganizations } from '../across-organizations.ts'
import type { Database } from '../database.ts'
import type { AuditHead } from './seal-audit.ts'

/** A position in the exported log: after the record with this time and id. */
export interface AuditExportCursor {
  readonly at: Timestamp
  readonly id: string
}

/** A part of the whole audit log. `next` is where the next part begins; null if this part reaches the end of the log. */
export interface ExportedAudit {
  readonly data: readonly object[]
  readonly next: AuditExportCursor | null
  readonly head: AuditHead
}

/** Returns records of all organizations after a position, the oldest first. */
export const exportAudit = async (
  db: Database,
  { at, id }: Partial<AuditExportCursor>,
  limit = 1000,
): Promise<ExportedAudit> => {
  const recordedAt = sql<Timestamp>`date_trunc('milliseconds', recorded_at)`
  let query = acrossOrganizations(db, 'operator')
    .selectFrom('auditTrail')
    .select([
      'organizationId',
      'id',
      'who',
      'what',
      'objectId',
      'why',
      'address',
      'requestId',
      'before',
      'after',
      'createdAt',
    ])
    .select(recordedAt.as('recordedAt'))
  if (at !== undefined && id !== undefined)
    query = query.where(sql<boolean>`(${recordedAt}, id) > (${at}::timestamptz, ${id})`)
  const found = await query.orderBy(recordedAt).orderBy('id').limit(limit).execute()
  const { rows } = await sql<{ number: number; hash: Uint8Array }>`select number, hash from audit_head`.execute(db)
  const { number, hash } = oneRow(rows)
  const last = found.at(-1)
  return {
    data: found.map(({ organizationId, objectId, requestId, createdAt, recordedAt: recorded, ...rest }) => ({
      organization_id: organizationId,
      ...rest,
      object: objectId,
      request_id: requestId,
      created_at: createdAt,
      recorded_at: recorded,
    })),
    next: found.length < limit || last === undefined ? null : { at: last.recordedAt, id: last.id },
    head: { number, hash: Buffer.from(hash).toString('base64url') },
  }
}
