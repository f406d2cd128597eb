import { sql } from 'kysely'
import { hmacOfParts } from '../audit/digests.ts'
import type { Database } from '../database.ts'
import type { OwnIds } from './own-ids.ts'
import type { ErasedPerson } from './person.ts'
import { scan, type ScannedTable } from './scan.ts'

const auditEntries: ScannedTable = {
  table: 'audit_entries',
  key: [
    ['created_at', 'timestamptz'],
    ['id', 'text'],
  ],
}

/**
 * Empties the entries of the audit log about a person, and those that mention them. That somebody wrote, who it was, when and to what stays;
 * the HMAC of the rest takes the place of its salt, so the chain stays whole.
 */
export const scrubAuditEntries = async (
  db: Database,
  { organizationId, customerId, words }: ErasedPerson,
  { all }: OwnIds,
): Promise<void> => {
  const told = sql.raw(`lower(concat(before, after, why))`)
  const condition = sql`salt is not null and (object_id = any(${all})
    or strpos(${told}, ${customerId}) > 0 or strpos(${told}, ${words.email}) > 0)`
  for await (const keys of scan(db, organizationId, auditEntries, condition))
    for (const [, id = ''] of keys) await emptyEntry(db, organizationId, id)
}

const emptyEntry = async (db: Database, organizationId: string, id: string): Promise<void> => {
  const { rows } = await sql<CopiedEntry>`
    select before::text as before, after::text as after, address, why, salt::text as salt, sealed_parts
    from audit_entries where organization_id = ${organizationId} and id = ${id} and salt is not null`.execute(db)
  for (const { before, after, address, why, salt, sealedParts } of rows)
    await sql`update audit_entries set before = null, after = null, address = null, why = null, salt = null,
        sealed_parts = ${hmacOfParts({ parts: [before, after, address, why], salt, sealedParts })}
      where organization_id = ${organizationId} and id = ${id} and salt is not null`.execute(db)
}

interface CopiedEntry {
  readonly before: string | null
  readonly after: string | null
  readonly address: string | null
  readonly why: string | null
  readonly salt: string
  readonly sealedParts: Uint8Array | null
}

/** What was done by hand about a person keeps who did it, when and to what. */
export const scrubOperatorActions = async (
  db: Database,
  { organizationId, customerId, words }: ErasedPerson,
  { all }: OwnIds,
): Promise<void> => {
  const told = sql.raw(`lower(concat(before, after, why))`)
  await sql`update operator_actions set before = null, after = null, why = '[erased]'
    where organization_id = ${organizationId} and why <> '[erased]'
      and (subject = any(${all}) or strpos(${told}, ${customerId}) > 0 or strpos(${told}, ${words.email}) > 0)`.execute(
    db,
  )
}
